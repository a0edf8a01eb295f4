// The level in cells, each a copy of a look that is drawn once.
const makeBoard = (run, element) => {
  const [columns, rows] = run.size;
  const { last, cells, turn: turnCells } = makeFrames(run);
  const players = run.players;
  let shown = 0;
  for (const way of [players, ...run.opponents.map((opponent) => opponent.cells)]) {
    for (let k = 1; k < way.length; k++) way[k] += way[k - 1];
  }

  // Drawing: every look once, then copies of it.
  const canvas = element("cells"), trail = element("trail");
  const ink = canvas.getContext("2d"), chalk = trail.getContext("2d");
  let side = 0, stamps = [];

  const drawCell = (at) => {
    ink.drawImage(stamps[cells[at]], (at % columns) * side, Math.floor(at / columns) * side);
  };
  const layOut = () => {
    const ratio = window.devicePixelRatio || 1;
    const room = Math.min(element("board").parentElement.clientWidth - 32, 960);
    const height = Math.max(window.innerHeight - 300, 240);
    const fitting = Math.min(room / columns, height / rows, 48) * ratio;
    const grains = Math.floor(fitting / run.grain) * run.grain;
    const wanted = Math.max(1, grains || Math.floor(fitting));
    if (wanted === side) return;
    side = wanted;
    canvas.width = trail.width = columns * side;
    canvas.height = trail.height = rows * side;
    canvas.style.width = `${canvas.width / ratio}px`;
    stamps = run.looks.map((look) => stamp(run.tiles, look, side));
    for (let at = 0; at < cells.length; at++) drawCell(at);
    drawTrail();
  };
  const TRAIL = 40;
  const drawTrail = () => {
    chalk.clearRect(0, 0, trail.width, trail.height);
    if (side < 4) return;
    // Beside the player's line, and below it where they cross.
    run.opponents.forEach(({ cells, colour, dashes }, i) => drawWay(cells, colour, dashes, lane(i)));
    drawWay(players, [29, 78, 216], [], 0);
  };
  // On either side of the middle, in turn.
  const lane = (i) => (i % 2 === 0 ? 0.17 : -0.17) * (Math.floor(i / 2) % 2 + 1);
  const drawWay = (way, colour, dashes, lane) => {
    if (way.length === 0) return;
    const x = (k) => (way[k] % columns + 0.5 + lane) * side;
    const y = (k) => (Math.floor(way[k] / columns) + 0.5 + lane) * side;
    chalk.lineWidth = side * 0.14;
    chalk.lineCap = dashes.length > 0 ? "butt" : "round";
    chalk.setLineDash(dashes.map((length) => length * side));
    // The last move ends at the rim of who made it, however long they wait then.
    let newest = shown;
    while (newest > 0 && way[newest] === way[newest - 1]) newest--;
    // From the oldest to the newest, from pale to strong.
    for (let k = Math.max(1, shown - TRAIL + 1); k <= newest; k++) {
      if (way[k] < 0 || way[k - 1] < 0) continue;
      const age = (shown - k) / TRAIL;
      chalk.strokeStyle = `rgb(${colour.map((c) => Math.round(c + (255 - c) * 0.78 * age)).join(" ")})`;
      chalk.beginPath();
      chalk.moveTo(x(k - 1), y(k - 1));
      const part = k === newest ? 0.6 : 1;
      chalk.lineTo(x(k - 1) + (x(k) - x(k - 1)) * part, y(k - 1) + (y(k) - y(k - 1)) * part);
      chalk.stroke();
    }
  };

  const place = (at) => `in column ${at % columns + 1}, row ${Math.floor(at / columns) + 1}`;
  const describe = (step) => {
    const pieces = [];
    if (players.length > 0) pieces.push(`player ${place(players[shown])}`);
    for (const { name, cells } of run.opponents) {
      if (cells[shown] >= 0) pieces.push(`${name} ${place(cells[shown])}`);
    }
    const level = `The level after ${step} steps`;
    return pieces.length > 0 ? `${level}: ${pieces.join("; ")}` : level;
  };
  const turn = (wanted) => {
    shown = wanted;
    turnCells(wanted).forEach(drawCell);
    drawTrail();
  };
  layOut();
  const name = (step) => canvas.setAttribute("aria-label", describe(step));
  return { last, layOut, turn, name };
};
