// Boxes and links, drawn already: parts are told apart by whether they are done.
const makeBoard = (run, element) => {
  const last = run.counts.length;
  const starts = [0, 0];
  run.counts.forEach((count, k) => starts.push(starts[k + 1] + count));
  const groups = new Map();
  for (const group of element("chart").querySelectorAll("[data-part]")) {
    const part = Number(group.dataset.part);
    groups.set(part, [...(groups.get(part) || []), group]);
  }
  const token = element("token");
  let shown = 0;

  const toggle = (k) => {
    for (let i = starts[k]; i < starts[k + 1]; i++) {
      (groups.get(run.changes[i]) || []).forEach((group) => group.classList.toggle("done"));
    }
  };
  const move = () => {
    const at = run.at[shown];
    token.style.display = at < 0 ? "none" : "";
    if (at >= 0) token.style.transform = `translate(${run.spots[at][0]}px, ${run.spots[at][1]}px)`;
  };
  const turn = (wanted) => {
    while (shown < wanted) toggle(++shown);
    while (shown > wanted) toggle(shown--);
    move();
  };
  const name = (step) => {
    const at = run.at[shown] >= 0 ? `: player in ${run.names[run.at[shown]]}` : "";
    element("chart").setAttribute("aria-label", `The level after ${step} steps${at}`);
  };
  move();
  return { last, layOut: () => {}, turn, name };
};
