// The model as a matrix: rows are the hand's tiles, columns the groups that they may be in. The columns of
// the chosen decomposition are lit and come first: they cover each row exactly.

import { ask, Outdated, ServerFault } from "./api.js";
import { chosenDecomposition } from "./answers.js";
import { $, fill, h } from "./dom.js";
import { t } from "./i18n.js";
import { question, state } from "./state.js";
import { picture, spoken } from "./tiles.js";
import { writeTiles } from "./notation.js";

/** The most columns that are drawn. */
const MOST = 300;

let models = [];

/** Asks for the model if it is looked at. */
export async function refreshModel() {
  const count = state.tiles.length;
  if (!$("model").open) return;
  if (count === 0 || count % 3 === 0) {
    models = [];
    fill($("matrix"));
    return;
  }
  try {
    ({ models } = await ask("model", "model", question()));
    showModel();
  } catch (error) {
    if (error instanceof Outdated) return;
    models = [];
    fill($("matrix"), h("p", { class: "fault" }, error instanceof ServerFault ? error.message : t("noServer")));
  }
}

const key = ({ type, kinds, tiles, holes }) =>
  JSON.stringify([type === undefined ? "open" : type, kinds, tiles, tiles.length ? null : holes]);

/** How often each column is chosen. */
function lit(decomposition) {
  const counts = new Map();
  if (!decomposition) return counts;
  const groups = decomposition.groups.filter((group) => !group.called);
  const open = decomposition.open;
  const keys = groups.map(key);
  if (open) keys.push(key({ ...open, type: "open", holes: open.holes.map((hole) => hole.kind) }));
  for (const one of keys) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

function columnName({ type, kinds, tiles, holes }) {
  const read = kinds ? writeTiles([...kinds]) : "";
  const written = writeTiles([...tiles]);
  const name = written === read || !read ? written : `${written}=${read}`;
  return type === "open" ? `[${name}]+${writeTiles([...holes])}` : name;
}

/** Draws the matrix of the chosen decomposition's form. */
export function showModel() {
  const chosen = chosenDecomposition();
  const model = models.find((one) => one.form === chosen?.form) ?? models[0];
  if (!model) {
    fill($("matrix"), h("p", { class: "hint" }, models.length || !state.tiles.length ? "" : t("noModel")));
    return;
  }
  const counts = lit(chosen?.form === model.form ? chosen : null);
  const columns = model.columns.map((column) => ({ ...column, times: counts.get(key(column)) ?? 0 }));
  columns.sort((a, b) => Math.sign(b.times) - Math.sign(a.times));
  const drawn = columns.slice(0, MOST);
  const style = (column, amount) => [amount ? "in" : "", column.times && amount ? "lit" : ""].join(" ").trim();
  const head = h(
    "tr",
    {},
    h("td", {}),
    drawn.map((column) =>
      h(
        "th",
        { scope: "col", class: column.times ? "lit" : "", title: t(column.type) },
        h("span", {}, columnName(column) + (column.times > 1 ? ` ×${column.times}` : "")),
      ),
    ),
  );
  const rows = model.rows.map((row) =>
    h(
      "tr",
      {},
      h("th", { scope: "row", "aria-label": `${spoken(row.tile)} ×${row.count}` }, picture(row.tile), row.count > 1 ? ` ×${row.count}` : ""),
      drawn.map((column) => {
        const amount = column.takes[row.tile] ?? column.takes[`row_${row.tile}`] ?? 0;
        return h("td", { class: style(column, amount) }, amount ? String(amount) : "");
      }),
    ),
  );
  fill(
    $("matrix"),
    h(
      "p",
      { class: "hint" },
      `${t("form")}: ${t(model.form)} · ${t("columnsN", { rows: model.rows.length, n: columns.length })}`,
      columns.length > MOST ? ` · ${t("columnsCut", { n: MOST, all: columns.length })}` : "",
    ),
    h(
      "div",
      { class: "scroll", tabIndex: 0, role: "region", "aria-label": t("model") },
      h("table", { class: "matrix" }, h("thead", {}, head), h("tbody", {}, rows)),
    ),
  );
}
