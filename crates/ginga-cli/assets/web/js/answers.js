// The answers: waits, decompositions, discards. A wait or a use of a blue tile filters the list; the
// decomposition that is chosen lights up in the model.

import { ask, Outdated, ServerFault, withdraw } from "./api.js";
import { $, fill, h } from "./dom.js";
import { t } from "./i18n.js";
import { notationFault, selectedTile, takeOut } from "./hand.js";
import { question, state, visibleBody } from "./state.js";
import { byOrder, kindSign, picture, plainName, spoken } from "./tiles.js";

/** How many decompositions are asked for at once, when one filters a list that was cut, and shown. */
const ASKED = 300;
const ASKED_FOR_FILTER = 10_000;
const SHOWN = 12;
/** How many winning tiles stand beside the hand. */
const GLANCED = 18;
/** How long taps rest before more is asked than they need, in milliseconds. */
const HELPING = 12;

let answer = null;
let discards = null;
/** Only decompositions with this: `{wait}` or `{tile, kind}`. */
let filter = null;
let shown = SHOWN;
let chosen = null;
const chosenListeners = [];

export const chosenDecomposition = () => chosen;
export const onChosen = (listener) => chosenListeners.push(listener);

/** Asks anew; `start` is when the tap came that asks. */
export async function refreshAnswers(start) {
  const count = state.tiles.length;
  filter = null;
  shown = SHOWN;
  for (const slot of ["answer", "discards", "filter"]) withdraw(slot);
  if (count === 0 || count % 3 === 0) {
    answer = discards = null;
    choose(null);
    show(count === 0 ? t("empty") : t("addTiles", { n: count }));
    measured(start);
    return;
  }
  const complete = count % 3 === 2;
  try {
    const asked = [ask("answer", complete ? "decompose" : "waits", question({ limit: ASKED, ...visibleBody() }))];
    if (complete) asked.push(ask("discards", "discards", question({ limit: ASKED, ...visibleBody() })));
    [answer, discards = null] = await Promise.all(asked);
  } catch (error) {
    if (error instanceof Outdated) return;
    answer = discards = null;
    choose(null);
    show(explain(error));
    return;
  }
  choose(answer.decompositions[0] ?? null);
  show();
  measured(start);
}

function explain(error) {
  if (!(error instanceof ServerFault)) return t("noServer");
  if (error.code === "bad_rules" && error.faults) return t("badRules");
  if (error.field === "hand" && error.span) {
    notationFault(`${t("faultAt", { at: error.span[0] + 1 })}: ${error.message}`);
  }
  return error.message;
}

/** From the tap to the answer on the page, for whoever measures. */
function measured(start) {
  if (start === undefined) return;
  requestAnimationFrame(() => performance.measure("tap-to-answer", { start, end: performance.now() }));
}

const isYes = () => (answer.command === "waits" ? answer.waits.length > 0 : answer.decompositions.length > 0);

function choose(decomposition) {
  chosen = decomposition;
  for (const listener of chosenListeners) listener();
}

/** How often each kind is what a tile is used as, over the listed decompositions. */
export function usesOf(tile) {
  const uses = new Map();
  for (const decomposition of answer?.decompositions ?? []) {
    const kinds = new Set();
    for (const group of slotsOf(decomposition)) {
      group.tiles.forEach((other, place) => other === tile && kinds.add(group.kinds[place]));
    }
    for (const kind of kinds) uses.set(kind, (uses.get(kind) ?? 0) + 1);
  }
  return new Map([...uses].sort(([a], [b]) => byOrder(a, b)));
}

const slotsOf = ({ groups, open }) => (open ? [...groups, open] : groups);

function passes(decomposition) {
  if (!filter) return true;
  if (filter.wait) return decomposition.open?.holes.some((hole) => hole.tiles.includes(filter.wait));
  return slotsOf(decomposition).some((group) =>
    group.tiles.some((tile, place) => tile === filter.tile && group.kinds[place] === filter.kind),
  );
}

/** Sets or lifts the filter; a list that was cut short is asked for at greater length first. */
async function setFilter(next) {
  const same = JSON.stringify(next) === JSON.stringify(filter);
  filter = same ? null : next;
  shown = SHOWN;
  withdraw("filter");
  if (filter && answer.stopped_by === "limit" && answer.decompositions.length < ASKED_FOR_FILTER) {
    const route = answer.command;
    try {
      answer = await ask("filter", route, question({ limit: ASKED_FOR_FILTER, ...visibleBody() }));
    } catch (error) {
      if (error instanceof Outdated) return;
      if (!(error instanceof ServerFault)) throw error;
    }
  }
  choose(answer.decompositions.find(passes) ?? null);
  show();
}

export const filterUse = (tile, kind) => setFilter({ tile, kind });

/** Shows the answer, or in its place a message. */
function show(message) {
  if (message !== undefined || !answer) {
    fill($("verdict"), message ?? "");
    showGlance([]);
    fill($("waits"), h("p", { class: "hint" }, message ?? ""));
    fill($("list"));
    fill($("discards"));
    return;
  }
  showVerdict();
  showWaits();
  showList();
  showDiscards();
}

/** Shows it anew in another language. */
export const showAgain = () => show(answer ? undefined : state.tiles.length ? t("addTiles", { n: state.tiles.length }) : t("empty"));

const number = (count) => count.toLocaleString();

/** A limit cuts the list alone: only time leaves counts that are too low. */
const isCounted = () => !answer.stopped_by || answer.stopped_by === "limit";

function countText(count) {
  const shownCount = isCounted() ? number(count) : t("atLeast", { n: number(count) });
  return count === 1 && isCounted() ? t("oneDecomposition") : t("decompositionsN", { n: shownCount });
}

/** How far a hand is: 0 is tenpai, and no number says that it can never win. */
const farText = (shanten) =>
  shanten === null ? t("never") : shanten === 0 ? t("tenpai") : t("shanten", { n: shanten });

function showVerdict() {
  const waiting = answer.command === "waits";
  const yes = isYes();
  const word = t(waiting ? (yes ? "tenpai" : "noten") : yes ? "win" : "noWin");
  const parts = [h("span", { class: yes ? "yes" : "" }, word)];
  if (waiting && yes) {
    const left = answer.waits.reduce((sum, wait) => sum + wait.left, 0);
    parts.push(` · ${t(answer.waits.length === 1 ? "oneWins" : "tilesWin", { n: answer.waits.length, left })}`);
  }
  if (!yes && answer.shanten !== undefined) parts.push(` · ${farText(answer.shanten)}`);
  if (!waiting && yes) parts.push(` · ${countText(answer.counts.decompositions)}`);
  if (answer.stopped_by === "time-limit") parts.push(` · ${t("cutTime")}`);
  fill($("verdict"), parts);
  showGlance(waiting ? answer.waits : []);
}

/** On a phone: the winning tiles beside the hand, and the way to all about them. */
function showGlance(waits) {
  $("glance").hidden = !waits.length;
  const more = waits.length > GLANCED ? ` +${waits.length - GLANCED}` : "";
  fill($("glance"), waits.slice(0, GLANCED).map(({ tile }) => picture(tile)), more);
}

export function startAnswers() {
  $("glance").addEventListener("click", () => {
    $("answers").scrollIntoView();
    $("answers").focus({ preventScroll: true });
  });
}

/** The shapes that each winning tile completes the hand in. */
function shapesOf(tile) {
  const shapes = new Set();
  for (const { open } of answer.decompositions) {
    for (const hole of open?.holes ?? []) if (hole.tiles.includes(tile)) shapes.add(hole.shape);
  }
  return [...shapes];
}

function showWaits() {
  if (answer.command !== "waits" || !answer.waits.length) {
    const dead = answer.dead?.length ? h("p", { class: "hint" }, `${t("dead")} ${answer.dead.map(spoken).join(", ")}`) : null;
    fill($("waits"), dead);
    return;
  }
  const chips = answer.waits.map(({ tile, left }) => {
    const shapes = shapesOf(tile).map((shape) => t(shape));
    return h(
      "button",
      {
        type: "button",
        class: "chip",
        "data-wait": tile,
        "aria-pressed": String(filter?.wait === tile),
        "aria-label": `${spoken(tile)}, ${t("left", { n: left })}, ${shapes.join(", ")}`,
        onclick: () => setFilter({ wait: tile }),
      },
      picture(tile),
      h("span", { class: "count" }, `×${left}`),
      h("span", { class: "shapes" }, shapes.map((shape) => shape.replace(/.*\((.*)\)/, "$1")).join(" ")),
    );
  });
  fill(
    $("waits"),
    h("h3", {}, t("waits")),
    h("p", { class: "hint" }, `${t("kinds")} ${answer.kinds.map(kindSign).join(" ")}. ${t("filterHint")}`),
    h("div", { class: "chips", role: "group", "aria-label": t("waits") }, chips),
    answer.dead.length ? h("p", { class: "hint" }, `${t("dead")} ${answer.dead.map(spoken).join(", ")}`) : null,
  );
}

function groupView(group) {
  const tiles = group.tiles.map((tile, place) => picture(tile, { as: group.kinds[place] }));
  return h("span", { class: `group${group.called ? " called" : ""}` }, tiles);
}

function openView(open) {
  const tiles = open.tiles.map((tile, place) => picture(tile, { as: open.kinds[place] }));
  const holes = open.holes.map((hole) => kindSign(hole.kind)).join(" ");
  return h("span", { class: "group open" }, tiles, h("span", { class: "holes" }, `+ ${holes}`));
}

function describe({ form, groups, open }) {
  const named = (group) =>
    group.tiles.map((tile, place) => spoken(tile) + (tile === group.kinds[place] ? "" : ` = ${spoken(group.kinds[place])}`)).join(" ");
  const parts = groups.map(named);
  if (open) parts.push(`[${named(open)}] + ${open.holes.map((hole) => `${spoken(hole.kind)} ${t(hole.shape)}`).join(", ")}`);
  return `${t(form)}: ${parts.join("; ")}`;
}

function decompositionView(decomposition) {
  const shapes = new Set((decomposition.open?.holes ?? []).map((hole) => t(hole.shape)));
  const caption = [decomposition.form === "standard" ? null : t(decomposition.form), ...shapes].filter(Boolean).join(" · ");
  return h(
    "button",
    {
      type: "button",
      class: "decomposition",
      "aria-pressed": String(decomposition === chosen),
      "aria-label": describe(decomposition),
      onclick: (event) => {
        choose(decomposition);
        for (const other of $("list").querySelectorAll(".decomposition")) {
          other.setAttribute("aria-pressed", String(other === event.currentTarget));
        }
      },
    },
    decomposition.groups.map(groupView),
    decomposition.open ? openView(decomposition.open) : null,
    caption ? h("span", { class: "form" }, caption) : null,
  );
}

function showList() {
  if (!answer.decompositions.length) {
    fill($("list"));
    return;
  }
  const list = answer.decompositions.filter(passes);
  const parts = [h("h3", {}, t("decompositions"))];
  const readingCount = answer.counts.readings;
  const readingsText = t(readingCount === 1 ? "oneReading" : "readingsN", { n: number(readingCount) });
  const readings = isCounted() ? ` · ${readingsText}` : "";
  parts.push(h("p", { class: "hint" }, `${countText(answer.counts.decompositions)}${readings}`));
  if (answer.stopped_by) parts.push(h("p", { class: "hint" }, t(answer.stopped_by === "limit" ? "cutLimit" : "cutTime")));
  if (filter) {
    const text = filter.wait
      ? t("filteredBy", { tile: spoken(filter.wait) })
      : t("filteredUse", { tile: spoken(filter.tile), kind: spoken(filter.kind) });
    parts.push(
      h(
        "div",
        { class: "filter", role: "status" },
        h("strong", {}, `${text} (${number(list.length)})`),
        h("button", { type: "button", id: "unfilter", onclick: () => setFilter(filter) }, t("all")),
      ),
    );
  }
  parts.push(list.slice(0, shown).map(decompositionView));
  if (list.length > shown) {
    const more = () => {
      shown += 100;
      showList();
    };
    parts.push(
      h("p", { class: "hint" }, t("shownOf", { shown, n: number(list.length) })),
      h("button", { type: "button", onclick: more }, t("more")),
    );
  }
  fill($("list"), parts.flat());
}

function showDiscards() {
  if (!discards) {
    fill($("discards"));
    return;
  }
  const rows = discards.discards.map(({ discard, shanten, copies, acceptance }) =>
    h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        h(
          "button",
          {
            type: "button",
            class: "tile-button",
            "aria-label": `${spoken(discard)}: ${t("remove")}`,
            onclick: () => takeOut(state.tiles.findIndex((tile) => plainName(tile) === discard)),
          },
          picture(discard),
        ),
      ),
      h("td", {}, farText(shanten)),
      h("td", {}, t("left", { n: copies })),
      h(
        "td",
        { "aria-label": acceptance.map((wait) => `${spoken(wait.tile)} ×${wait.left}`).join(", ") },
        acceptance.slice(0, HELPING).map((wait) => picture(wait.tile)),
        acceptance.length > HELPING ? ` +${acceptance.length - HELPING}` : "",
      ),
    ),
  );
  fill(
    $("discards"),
    h("h3", {}, t("discards")),
    h("p", { class: "hint" }, t("discardHint")),
    h("div", { class: "scroll" }, h("table", { class: "discards" }, h("tbody", {}, rows))),
  );
}

/** Whether the list that uses are counted in is not all there is. */
export const isCut = () => Boolean(answer?.stopped_by);

/** What the selected tile is used as. */
export const selectedUses = () => {
  const tile = selectedTile();
  return tile ? usesOf(plainName(tile)) : new Map();
};
