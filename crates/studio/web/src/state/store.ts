// A value that views listen to.

import { useEffect, useRef, useState } from "preact/hooks";

export class Store<T extends object> {
  private readonly listeners = new Set<() => void>();

  constructor(private value: T) {}

  get(): T {
    return this.value;
  }

  set(part: Partial<T>): void {
    this.value = { ...this.value, ...part };
    for (const listener of [...this.listeners]) listener();
  }

  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/** What a view needs of a store; the view is drawn anew when that changes. */
export function useStore<T extends object, Part>(store: Store<T>, pick: (value: T) => Part): Part {
  const part = pick(store.get());
  const [, redraw] = useState(0);
  const seen = useRef(part);
  const picking = useRef(pick);
  seen.current = part;
  picking.current = pick;
  useEffect(() => {
    const look = (): void => {
      if (!Object.is(picking.current(store.get()), seen.current)) redraw((n) => n + 1);
    };
    look();
    return store.listen(look);
  }, [store]);
  return part;
}
