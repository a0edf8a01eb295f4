// The level in cells, with everybody at their exact places. A level that is wider than
// the page is seen through a window that follows the player.
const makeBoard = (run, element) => {
  const board = run.board;
  const [columns, rows] = board.size;
  const { last, cells, turn: turnCells } = makeFrames(board);
  const sprites = run.sprites.map(({ tile, size, x, y, away }) => {
    for (const way of [x, y]) for (let k = 1; k < way.length; k++) way[k] += way[k - 1];
    const gone = new Set(away);
    const at = (k) => [x[k] / run.parts, y[k] / run.parts];
    const middle = (k) => [at(k)[0] + size[0] / 2, at(k)[1] + size[1] / 2];
    return { tile: board.tiles[tile], at, middle, isAway: (k) => gone.has(k) };
  });
  const shades = new Uint8Array(columns * rows);
  if (run.heat) {
    let at = 0;
    for (let i = 0; i < run.heat.shades.length; i += 2) {
      shades.fill(run.heat.shades[i], at, at += run.heat.shades[i + 1]);
    }
  }

  const canvas = element("cells");
  const ink = canvas.getContext("2d");
  let shown = 0, side = 0, stamps = [], wide = columns, high = rows;

  const layOut = () => {
    const ratio = window.devicePixelRatio || 1;
    const room = Math.min(element("board").parentElement.clientWidth - 32, 960);
    const height = Math.max(window.innerHeight - 320, 240);
    // As large as the height allows, and never so small that nothing can be seen.
    const fitting = Math.max(Math.min(height / rows, Math.max(room / columns, 32)), 12) * ratio;
    side = Math.max(1, Math.floor(fitting));
    wide = Math.min(columns, Math.floor(room * ratio / side));
    high = Math.min(rows, Math.floor(height * ratio / side));
    canvas.width = wide * side;
    canvas.height = high * side;
    canvas.style.width = `${canvas.width / ratio}px`;
    stamps = board.looks.map((look) => stamp(board.tiles, look, side));
    draw();
  };

  // The window's corner, in whole pixels: the player in the middle, unless the level ends.
  const corner = (size, all, place) =>
    Math.round(Math.max(0, Math.min(all - size, place - size / 2)) * side);
  const line = (sprite, from, to) => {
    ink.beginPath();
    for (let k = from; k <= to; k++) {
      const [x, y] = sprite.middle(k);
      if (k === from || sprite.isAway(k) || sprite.isAway(k - 1)) ink.moveTo(x, y);
      else ink.lineTo(x, y);
    }
    ink.stroke();
  };
  const drawWay = (sprite) => {
    ink.lineJoin = ink.lineCap = "round";
    ink.strokeStyle = "rgb(255 255 255 / .8)";
    ink.lineWidth = 0.2;
    line(sprite, 0, last);
    // What is to come is pale.
    ink.lineWidth = 0.09;
    ink.strokeStyle = "#9db7ee";
    line(sprite, shown, last);
    ink.strokeStyle = "#1d4ed8";
    line(sprite, 0, shown);
  };
  const isOn = (id) => element(id) !== null && element(id).checked;
  const draw = () => {
    const [x, y] = sprites[0].middle(shown);
    const left = corner(wide, columns, x), top = corner(high, rows, y);
    ink.setTransform(1, 0, 0, 1, -left, -top);
    const [firstColumn, firstRow] = [Math.floor(left / side), Math.floor(top / side)];
    for (let row = firstRow; row < Math.min(rows, firstRow + high + 1); row++) {
      for (let column = firstColumn; column < Math.min(columns, firstColumn + wide + 1); column++) {
        ink.drawImage(stamps[cells[row * columns + column]], column * side, row * side);
      }
    }
    if (isOn("heat")) {
      ink.globalAlpha = run.heat.opacity;
      for (let row = firstRow; row < Math.min(rows, firstRow + high + 1); row++) {
        for (let column = firstColumn; column < Math.min(columns, firstColumn + wide + 1); column++) {
          const shade = shades[row * columns + column];
          if (shade === 0) continue;
          ink.fillStyle = run.heat.colours[shade - 1];
          ink.fillRect(column * side, row * side, side, side);
        }
      }
      ink.globalAlpha = 1;
    }
    ink.setTransform(side, 0, 0, side, -left, -top);
    if (isOn("way")) drawWay(sprites[0]);
    for (const sprite of [...sprites].reverse()) {
      if (sprite.isAway(shown)) continue;
      const [x, y] = sprite.at(shown);
      ink.setTransform(side, 0, 0, side, x * side - left, y * side - top);
      drawTile(ink, sprite.tile);
    }
  };
  const turn = (wanted) => {
    shown = wanted;
    turnCells(wanted);
    draw();
  };
  for (const id of ["way", "heat"]) {
    if (element(id) !== null) element(id).onchange = draw;
  }
  layOut();
  const name = (step) => {
    const [x, y] = sprites[0].middle(shown).map((n) => n.toFixed(1));
    canvas.setAttribute("aria-label", `The level after ${step} steps: player ${x} columns from the left, ${y} rows from above`);
  };
  return { last, layOut, turn, name };
};
