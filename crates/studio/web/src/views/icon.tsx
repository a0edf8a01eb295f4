// Signs on buttons, drawn in a square of 24.

const PATHS = {
  paint: "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4",
  line: "M5 19L19 5",
  rectangle: "M4 6h16v12H4z",
  box: "M4 6h16v12H4zM7 9h10v6H7z",
  fill: "M5 12l7-7 7 7-7 7zM4 12h16M19 15c2 3 2 4 0 4s-2-1 0-4",
  select: "M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M11 4h2M11 20h2M4 11v2M20 11v2",
  pick: "M4 20l1-4 8-8 3 3-8 8zM12 7l5 5M15 4l5 5-3 3-5-5z",
  mirror: "M12 3v18M9 7L3 17h6zM15 7l6 10h-6z",
  flip: "M3 12h18M7 9L17 3v6zM7 15l10 6v-6z",
  turn: "M19 12a7 7 0 1 1-3-6M16 2v5h-5",
  undo: "M9 5L4 10l5 5M4 10h10a6 6 0 0 1 0 12h-2",
  redo: "M15 5l5 5-5 5M20 10H10a6 6 0 0 0 0 12h2",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  start: "M6 5v14M19 5v14L9 12z",
  back: "M17 5v14L6 12z",
  play: "M7 4v16l13-8z",
  pause: "M8 5v14M16 5v14",
  forward: "M7 5v14l11-7z",
  end: "M18 5v14M5 5v14l10-7z",
  sun: "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1 1M18 18l1 1M19 5l-1 1M6 18l-1 1",
  moon: "M20 14A8 8 0 1 1 10 4a7 7 0 0 0 10 10z",
  auto: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18M12 3v18M14 6l4 4M14 11l5 4M14 16l2 2",
  close: "M6 6l12 12M18 6L6 18",
  trash: "M5 7h14M10 4h4M7 7l1 13h8l1-13M10 11v5M14 11v5",
  keys: "M3 7h18v10H3zM6 10h1M10 10h1M14 10h1M18 10h0M7 14h10",
  wide: "M4 9V4h5M20 15v5h-5M4 4l6 6M20 20l-6-6",
} as const;

export type IconName = keyof typeof PATHS;

const FILLED = new Set<IconName>(["play", "back", "forward"]);

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={FILLED.has(name) ? "icon filled" : "icon"} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

export function IconButton(props: {
  icon: IconName;
  label: string;
  keys?: string;
  pressed?: boolean;
  disabled?: boolean;
  class?: string;
  onClick: () => void;
}) {
  const { icon, label, keys, pressed, disabled, onClick } = props;
  return (
    <button
      type="button"
      class={`icon-button ${props.class ?? ""}`}
      aria-label={label}
      aria-pressed={pressed}
      disabled={disabled}
      title={keys === undefined ? label : `${label} (${keys})`}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
