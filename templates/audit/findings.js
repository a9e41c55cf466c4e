"use strict";
(() => {
  const PAGE = 100;
  const { columns, rows } = JSON.parse(document.getElementById("findings-data").textContent);
  const byTitle = Object.fromEntries(columns.map((column, place) => [column.title, place]));
  const element = (id) => document.getElementById(id);
  const shown = (cell) => (cell === null ? "" : Array.isArray(cell) ? cell[1] : String(cell));
  const written = (number) => number.toLocaleString("en-US");
  const weight = (cell) => (Array.isArray(cell) ? cell[0] : cell);
  const words = rows.map((row) => row.map(shown).join("\u0001").toLowerCase());
  const filters = { Verdict: element("browser-verdict"), Code: element("browser-code"), Table: element("browser-table") };
  let order = { column: 0, down: false };
  let found = [];
  let page = 0;

  for (const [title, select] of Object.entries(filters)) {
    const values = [...new Set(rows.map((row) => row[byTitle[title]]))].sort();
    for (const value of values) select.append(new Option(value, value));
    select.addEventListener("change", search);
  }

  function compare(one, other) {
    const a = weight(rows[one][order.column]);
    const b = weight(rows[other][order.column]);
    if (a === b) return one - other;
    if (a === null) return 1;
    if (b === null) return -1;
    return (a < b ? -1 : 1) * (order.down ? -1 : 1);
  }

  function search() {
    const wanted = element("browser-search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = Object.entries(filters).filter(([, select]) => select.value);
    found = rows.map((_, place) => place).filter((place) =>
      chosen.every(([title, select]) => rows[place][byTitle[title]] === select.value) &&
      wanted.every((word) => words[place].includes(word)));
    found.sort(compare);
    page = 0;
    draw();
  }

  function draw() {
    const body = element("browser-rows").tBodies[0];
    const lines = found.slice(page * PAGE, (page + 1) * PAGE).map((place) => {
      const line = document.createElement("tr");
      rows[place].forEach((cell, number) => {
        const box = document.createElement("td");
        box.className = columns[number].kind;
        box.textContent = shown(cell);
        line.append(box);
      });
      return line;
    });
    body.replaceChildren(...lines);
    const first = found.length ? page * PAGE + 1 : 0;
    element("browser-status").textContent =
      `${written(found.length)} of ${written(rows.length)} findings match; ` +
      `showing ${written(first)} to ${written(page * PAGE + lines.length)}.`;
    element("browser-back").disabled = page === 0;
    element("browser-on").disabled = (page + 1) * PAGE >= found.length;
    element("browser-rows").querySelectorAll("thead th").forEach((head, number) =>
      head.setAttribute("aria-sort", number !== order.column ? "none" : order.down ? "descending" : "ascending"));
  }

  const head = document.createElement("tr");
  columns.forEach((column, number) => {
    const box = document.createElement("th");
    const button = document.createElement("button");
    box.scope = "col";
    button.type = "button";
    button.textContent = column.title;
    button.addEventListener("click", () => {
      order = { column: number, down: order.column === number && !order.down };
      found.sort(compare);
      page = 0;
      draw();
    });
    box.append(button);
    head.append(box);
  });
  element("browser-rows").tHead.append(head);
  element("browser-search").addEventListener("input", search);
  element("browser-back").addEventListener("click", () => { page -= 1; draw(); });
  element("browser-on").addEventListener("click", () => { page += 1; draw(); });
  element("browser").hidden = rows.length === 0;
  search();
})();
