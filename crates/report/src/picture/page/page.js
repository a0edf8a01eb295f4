const run = JSON.parse(document.getElementById("data").textContent);
const element = (id) => document.getElementById(id);
// A chart may come with the data.
if (run.svg) element("board").innerHTML = run.svg;
const board = makeBoard(run, element);
const last = board.last;
let shown = 0;

const label = () => {
  const step = Math.min(shown * run.every, run.steps);
  const action = shown === 0 ? "start" : run.actions[run.acts[shown - 1]];
  const repeats = run.again !== null && shown >= run.again ? ", again and again" : "";
  element("step").textContent = `Step ${step.toLocaleString("en")} of ${run.steps.toLocaleString("en")}${repeats}`;
  element("action").textContent = action;
  element("slider").value = shown;
  element("slider").setAttribute("aria-valuetext", `step ${step} of ${run.steps}: ${action}`);
  board.name(step);
};
const show = (frame) => {
  shown = Math.max(0, Math.min(last, frame));
  board.turn(shown);
  label();
};

// Playing: so many steps a second, however often the screen is drawn.
let playing = 0, due = 0;
const pause = () => {
  cancelAnimationFrame(playing);
  playing = 0;
  element("icon").setAttribute("d", "M7 4v16l13-8z");
  element("play").setAttribute("aria-label", "Play");
  element("now").setAttribute("aria-live", "polite");
};
const tick = (time) => {
  const delay = run.delay / element("speed").value;
  const steps = Math.floor((time - due) / delay);
  if (steps > 0) {
    due += steps * delay;
    // After a pause of the whole page there is nothing to catch up with.
    show(shown + Math.min(steps, Math.ceil(250 / delay)));
  }
  // A run that goes on for ever is played for ever.
  if (shown >= last && run.again !== null) show(run.again);
  if (shown >= last) pause();
  else playing = requestAnimationFrame(tick);
};
const play = () => {
  if (shown >= last) show(0);
  element("icon").setAttribute("d", "M6 4h4v16H6zM14 4h4v16h-4z");
  element("play").setAttribute("aria-label", "Pause");
  // Nobody can listen as fast as this.
  element("now").setAttribute("aria-live", "off");
  due = performance.now();
  playing = requestAnimationFrame(tick);
};
const toggle = () => (playing ? pause() : play());
const go = (frame) => { pause(); show(frame); };

element("play").onclick = toggle;
element("back").onclick = () => go(shown - 1);
element("forward").onclick = () => go(shown + 1);
element("restart").onclick = () => go(0);
element("finish").onclick = () => go(last);
element("slider").oninput = (event) => go(Number(event.target.value));
element("speed").onchange = () => { due = performance.now(); };
const keys = {
  ArrowLeft: () => go(shown - 1), ArrowRight: () => go(shown + 1),
  Home: () => go(0), End: () => go(last), r: () => go(0), R: () => go(0), " ": toggle,
};
window.addEventListener("keydown", (event) => {
  const { key, target } = event;
  const isTheirs = target.tagName === "SELECT" || (target.tagName === "BUTTON" && key === " ");
  if (isTheirs || event.ctrlKey || event.metaKey || event.altKey || !keys[key]) return;
  event.preventDefault();
  keys[key]();
});
window.addEventListener("resize", board.layOut);

label();
const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
if (!still && last > 0) play();
