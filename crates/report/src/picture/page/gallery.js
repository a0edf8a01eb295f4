"use strict";
// Orders the levels by a figure, the greatest first; pressed again, the least first.
const list = document.getElementById("levels");
const buttons = [...document.querySelectorAll("#orders button")];
let order = { by: null, sign: -1 };
for (const button of buttons) {
  button.setAttribute("aria-pressed", "false");
  button.addEventListener("click", () => {
    const by = button.dataset.by;
    order = { by, sign: order.by === by ? -order.sign : -1 };
    const value = (level) => {
      const cell = [...level.querySelectorAll("dd")].find((cell) => cell.dataset.is === by);
      const number = cell ? parseFloat(cell.textContent) : NaN;
      return Number.isNaN(number) ? -order.sign * Infinity : number;
    };
    const levels = [...list.children].sort((a, b) => order.sign * (value(a) - value(b)) || 0);
    list.append(...levels);
    for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
  });
}
