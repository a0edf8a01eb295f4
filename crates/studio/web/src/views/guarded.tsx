// A part of the page that breaks leaves the others standing.

import { Component, type ComponentChildren } from "preact";

interface Props {
  what: string;
  /** What is not lost, as a sentence. */
  kept?: string;
  children: ComponentChildren;
}

export class Guarded extends Component<Props, { broken: string | null }> {
  override state = { broken: null as string | null };

  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.setState({ broken: error instanceof Error ? error.message : String(error) });
  }

  override render() {
    const { what, kept = "Your drawing is kept.", children } = this.props;
    const { broken } = this.state;
    if (broken === null) return children;
    return (
      <section class="card" role="alert">
        <p class="problem">
          {what} broke down: {broken}. {kept}
        </p>
        <button type="button" onClick={() => this.setState({ broken: null })}>
          Show it again
        </button>
      </section>
    );
  }
}
