// The participants' page: one step at a time, and what is wrong with the connection.

import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useStore } from "../../state/store";
import { Guarded } from "../../views/guarded";
import { join, type Screen, study } from "../participant";
import { Consent } from "./consent";
import { Done } from "./done";
import { Handing } from "./handing";
import { Level } from "./level";
import { Practice } from "./practice";
import { Questions } from "./questions";

export function App() {
  const { title, screen } = useStore(study, (value) => value);
  useEffect(() => void (document.title = title ?? "A study with puzzles"), [title]);
  return (
    <>
      <Trouble />
      <Guarded what="The page" kept="Your moves and answers are kept: load the page again.">
        <Shown screen={screen} />
      </Guarded>
    </>
  );
}

function Shown({ screen }: { screen: Screen }) {
  switch (screen.step) {
    case "loading":
      return (
        <Sheet head="One moment…">
          <p class="fine">The study is loading.</p>
        </Sheet>
      );
    case "consent":
      return <Consent {...screen} />;
    case "tutorial":
      return <Practice key={screen.n} {...screen} />;
    case "play":
      return <Level key={`${screen.round}/${screen.position}`} {...screen} />;
    case "questions":
      return <Questions key={screen.round} {...screen} />;
    case "done":
      return <Done />;
    case "full":
      return (
        <Sheet head="This study is complete">
          <p>Every puzzle has found its player. Thank you for coming!</p>
        </Sheet>
      );
    case "declined":
      return (
        <Sheet head="You do not take part">
          <p>That is fine. Nothing is stored of you.</p>
          <Handing />
        </Sheet>
      );
    case "stopped":
      return (
        <Sheet head="This does not go on">
          <p role="alert" id="stopped">
            {screen.message}
          </p>
          <div class="row">
            <button type="button" class="large" onClick={() => location.reload()}>
              Try again
            </button>
            <button type="button" class="large" id="anew" onClick={() => void join()}>
              Begin anew
            </button>
          </div>
        </Sheet>
      );
  }
}

/** A page of words; screen readers begin at its head. */
export function Sheet({ head, children }: { head: string; children: ComponentChildren }) {
  return (
    <main class="sheet">
      <Head>{head}</Head>
      {children}
    </main>
  );
}

export function Head({ children }: { children: ComponentChildren }) {
  const head = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
    head.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={head} tabIndex={-1}>
      {children}
    </h1>
  );
}

function Trouble() {
  const { trouble, screen } = useStore(study, (value) => value);
  // A connection that is lost for a blink needs no words.
  const [isTold, tell] = useState(false);
  useEffect(() => {
    if (trouble === null) return tell(false);
    const timer = setTimeout(() => tell(true), 400);
    return () => clearTimeout(timer);
  }, [trouble === null]);
  const kept =
    screen.step === "play"
      ? "Play on: your moves are kept here and sent as soon as possible."
      : screen.step === "questions"
        ? "Your answers are kept here and sent as soon as possible."
        : "The page tries again by itself.";
  return (
    <div role="status" id="connection">
      {isTold && trouble !== null && (
        <p class="trouble">
          <strong>{trouble}</strong> {kept}
        </p>
      )}
    </div>
  );
}
