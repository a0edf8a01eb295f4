// A tile in a context in which cells are of size 1.
const drawTile = (context, tile) => {
  for (const [colour, shape] of tile.shapes) {
    context.fillStyle = colour;
    context.beginPath();
    if (shape.length === 5) context.roundRect(...shape);
    else if (shape.length === 3) context.arc(...shape, 0, 2 * Math.PI);
    else shape[0].forEach(([x, y]) => context.lineTo(x, y));
    context.fill();
  }
};
// A look of a cell as a picture, to be copied.
const stamp = (tiles, look, side) => {
  const picture = document.createElement("canvas");
  picture.width = picture.height = side;
  const context = picture.getContext("2d");
  // Where nothing is drawn, the page shows.
  if (tiles[look[0]].shapes.length > 0) {
    context.fillStyle = "#fff";
    context.fillRect(0, 0, side, side);
  }
  context.scale(side, side);
  look.forEach((id) => drawTile(context, tiles[id]));
  return picture;
};
// The frames as cells that can be changed to those of the next frame and back.
const makeFrames = (run) => {
  const [columns, rows] = run.size;
  const last = run.counts.length;
  const cells = new Uint32Array(columns * rows);
  const starts = new Uint32Array(last + 2);
  const places = new Uint32Array(run.changes.length / 2);
  const after = new Uint32Array(places.length);
  const before = new Uint32Array(places.length);
  let shown = 0;

  let at = 0;
  for (let i = 0; i < run.first.length; i += 2) {
    cells.fill(run.first[i], at, at += run.first[i + 1]);
  }
  const first = cells.slice();
  let place = 0;
  for (let i = 0; i < places.length; i++) {
    places[i] = place += run.changes[2 * i];
    after[i] = run.changes[2 * i + 1];
    before[i] = cells[place];
    cells[place] = after[i];
  }
  cells.set(first);
  for (let k = 0; k < last; k++) starts[k + 2] = starts[k + 1] + run.counts[k];

  // From the frame that is shown to another: the cells that it touches.
  const turn = (wanted) => {
    const touched = new Set();
    for (; shown < wanted; shown++) {
      for (let i = starts[shown + 1]; i < starts[shown + 2]; i++) {
        cells[places[i]] = after[i];
        touched.add(places[i]);
      }
    }
    for (; shown > wanted; shown--) {
      for (let i = starts[shown + 1] - 1; i >= starts[shown]; i--) {
        cells[places[i]] = before[i];
        touched.add(places[i]);
      }
    }
    return touched;
  };
  return { last, cells, turn };
};
