// The text of the file beside the level: rules, rooms, titles. Messages stand at their lines.

import { useMemo, useRef, useState } from "preact/hooks";
import type { Diagnostic } from "../engine/interface";
import { findings } from "../state/findings";
import { useStore } from "../state/store";
import { drawingOf, redo, studio, typeText, undo } from "../state/studio";

export function TextPane() {
  const { text } = useStore(studio, drawingOf);
  const opened = useStore(studio, (value) => value.diagnostics);
  const { refusal, warnings } = useStore(findings, (value) => value);
  const area = useRef<HTMLTextAreaElement>(null);
  const [top, setTop] = useState(0);
  const messages = useMemo(() => {
    const refused: Diagnostic[] = refusal === null ? [] : [{ ...refusal, severity: "error" }];
    const all = [...opened, ...refused, ...warnings];
    // The same is often said by whoever reads the file and by whoever is asked about the level.
    return all.filter(
      (one, i) => all.findIndex((other) => other.line === one.line && other.message === one.message) === i,
    );
  }, [opened, refusal, warnings]);
  const lines = text.split("\n");
  const marked = new Map(messages.flatMap((one) => (one.line === null ? [] : [[one.line, one.severity] as const])));

  const goTo = ({ line, column }: Diagnostic): void => {
    const element = area.current;
    if (element === null || line === null) return;
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    const from = start + Math.max(0, (column ?? 1) - 1);
    element.focus();
    element.setSelectionRange(from, start + (lines[line - 1]?.length ?? 0));
    element.scrollTop = Math.max(0, (line - 4) * LINE);
  };
  return (
    <section class="text-pane" aria-label="Text">
      <div class="text-box">
        <div class="gutter" aria-hidden="true">
          <div style={{ transform: `translateY(${-top}px)` }}>
            {lines.map((_, i) => (
              <div key={i} class={`line-number ${marked.get(i + 1) ?? ""}`}>
                {i + 1}
              </div>
            ))}
          </div>
        </div>
        <textarea
          ref={area}
          id="text"
          value={text}
          spellcheck={false}
          autocomplete="off"
          aria-label="The text of the file"
          aria-describedby="text-messages"
          wrap="off"
          onInput={(event) => typeText(event.currentTarget.value)}
          onScroll={(event) => setTop(event.currentTarget.scrollTop)}
          onKeyDown={(event) => {
            // The page's own undo goes through everything, also through what was typed.
            const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
            if (!isUndo) return;
            event.preventDefault();
            event.stopPropagation();
            if (event.shiftKey) redo();
            else undo();
          }}
        />
      </div>
      <ul class="messages" id="text-messages" aria-label="Messages" aria-live="polite">
        {messages.map((one, i) => (
          <li key={i} class={one.severity} data-line={one.line}>
            <button type="button" class="link" disabled={one.line === null} onClick={() => goTo(one)}>
              {one.line === null ? "File" : `Line ${one.line}`}
            </button>
            <span>
              {one.message}
              {one.help === null ? "" : ` (${one.help})`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Pixels a line, as in the style sheet. */
const LINE = 20;
