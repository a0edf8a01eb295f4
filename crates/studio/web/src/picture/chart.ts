// A dungeon's boxes and links, drawn by the engine: parts are shown or not as they are done.

import type { ChartScene } from "../engine/interface";

/** Takes over a drawing as elements, and of those only what a drawing is made of: whatever
 * else stood in it is left out. */
export function svgElement(text: string): SVGSVGElement | null {
  const parsed = new DOMParser().parseFromString(withNames(text), "image/svg+xml").documentElement;
  if (parsed.nodeName !== "svg") return null;
  return copied(parsed) as SVGSVGElement | null;
}

const SVG = "http://www.w3.org/2000/svg";
const withNames = (text: string): string =>
  /^\s*<svg[^>]*xmlns=/.test(text) ? text : text.replace("<svg", `<svg xmlns="${SVG}"`);
const ELEMENTS = new Set([
  "svg",
  "g",
  "rect",
  "circle",
  "ellipse",
  "line",
  "path",
  "polygon",
  "polyline",
  "text",
  "tspan",
  "title",
  "desc",
  "defs",
  "marker",
  "clipPath",
  "linearGradient",
  "radialGradient",
  "stop",
  "pattern",
  "use",
]);
const isSafe = ({ name, value }: Attr): boolean =>
  !/^on/i.test(name) &&
  name !== "style" &&
  (!/href$/i.test(name) || value.startsWith("#")) &&
  !/url\(\s*['"]?(?!#)/i.test(value);

function copied(element: Element): SVGElement | null {
  if (!ELEMENTS.has(element.localName)) return null;
  const copy = document.createElementNS(SVG, element.localName);
  for (const attribute of Array.from(element.attributes)) {
    if (isSafe(attribute) && attribute.name !== "xmlns") copy.setAttribute(attribute.name, attribute.value);
  }
  for (const child of Array.from(element.childNodes)) {
    if (child.nodeType === Node.TEXT_NODE) copy.append(child.textContent ?? "");
    else if (child.nodeType === Node.ELEMENT_NODE) {
      const inner = copied(child as Element);
      if (inner !== null) copy.append(inner);
    }
  }
  return copy;
}

export interface ChartFilm {
  readonly element: SVGSVGElement;
  readonly last: number;
  turn(wanted: number): void;
  words(frame: number): string;
}

export function chartFilm(scene: ChartScene): ChartFilm | null {
  const element = svgElement(scene.svg);
  if (element === null) return null;
  element.removeAttribute("id");
  element.classList.add("chart");
  const groups = new Map<number, Element[]>();
  for (const group of element.querySelectorAll("[data-part]")) {
    const number = Number(group.getAttribute("data-part"));
    groups.set(number, [...(groups.get(number) ?? []), group]);
  }
  const token = element.querySelector<SVGGElement>("#token");
  token?.removeAttribute("id");
  token?.classList.add("token");
  const starts = [0];
  for (const count of scene.counts) starts.push(starts.at(-1)! + count);
  const toggle = (step: number): void => {
    for (const part of scene.changes.slice(starts[step - 1], starts[step])) {
      groups.get(part)?.forEach((group) => group.classList.toggle("done"));
    }
  };
  let shown = 0;
  const move = (): void => {
    const at = scene.at[shown] ?? -1;
    const spot = scene.spots[at];
    if (token === null) return;
    token.style.display = spot === undefined ? "none" : "";
    if (spot !== undefined) token.style.transform = `translate(${spot[0]}px, ${spot[1]}px)`;
  };
  move();
  return {
    element,
    last: scene.counts.length,
    turn(wanted) {
      while (shown < wanted) toggle(++shown);
      while (shown > wanted) toggle(shown--);
      move();
    },
    words(frame) {
      const name = scene.names[scene.at[frame] ?? -1];
      return name === undefined ? "" : `player in ${name}`;
    },
  };
}
