// Four arrows to play with, by mouse or finger.

export const ARROWS: Record<string, string> = { up: "↑", left: "←", down: "↓", right: "→" };

export function Cross(props: {
  isOff: (name: string) => boolean;
  hint?: string | null;
  onMove: (name: string) => void;
}) {
  const { isOff, hint = null, onMove } = props;
  return (
    <div class="cross">
      {Object.entries(ARROWS).map(([name, arrow]) => (
        <button
          key={name}
          type="button"
          class={`pad-${name}${hint === name ? " hinted" : ""}`}
          aria-label={name}
          disabled={isOff(name)}
          onClick={() => onMove(name)}
        >
          {arrow}
        </button>
      ))}
    </div>
  );
}
