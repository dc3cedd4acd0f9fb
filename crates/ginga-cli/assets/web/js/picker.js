// Where tiles come from: 34 kinds, plain or blue, red fives, the joker; to the hand, to a called meld, to
// the tiles seen on the table, to the wild kinds, or to the tiles turned up.

import { $, fill, h } from "./dom.js";
import { draggable } from "./drag.js";
import { factsOf, factsVersion, jokersOfClasses, runsInForce, takesIndicator } from "./facts.js";
import { lang, t } from "./i18n.js";
import { writeTiles } from "./notation.js";
import { change, state } from "./state.js";
import { byOrder, isBlue, isJoker, KINDS, kindOf, picture, plainName, spoken } from "./tiles.js";

/** Tiles tapped for a called meld that is not one yet. */
let draft = [];

const chosen = (name) => document.querySelector(`input[name="${name}"]:checked`).value;
const target = () => chosen("target");
/** Whether taps name kinds, wild ones or those turned up, instead of adding tiles. */
const namesKinds = (to = target()) => to === "wild" || to === "indicator";

/** How many copies of a tile are nowhere yet. */
function left(tile) {
  const name = plainName(tile);
  const called = state.melds.flatMap((meld) => meld.tiles);
  const seen = [...state.tiles, ...called, ...state.visible, ...draft];
  const red = tile[0] === "0" && seen.includes(tile);
  const used = seen.filter((other) => plainName(other) === name).length;
  return red ? 0 : (factsOf(name)?.copies ?? 0) - used;
}

/** Adds a tile where taps go. */
export function add(tile, to = target()) {
  if (namesKinds(to)) {
    const kind = kindOf(tile);
    if (!kind) return;
    const named = state[to];
    change({ [to]: named.includes(kind) ? named.filter((other) => other !== kind) : [...named, kind] });
  } else if (left(tile) > 0) {
    if (to === "hand") change({ tiles: [...state.tiles, tile] });
    else if (to === "visible") change({ visible: [...state.visible, plainName(tile)] });
    else if (draft.length < 4) {
      draft = [...draft, tile].sort(byOrder);
      showPicker();
    }
  }
}

function button(tile) {
  const toKinds = namesKinds();
  const kind = kindOf(tile);
  const facts = factsOf(plainName(tile));
  const wild = Boolean(facts?.stands_for) && !isBlue(tile) && !isJoker(tile);
  const disabled = toKinds ? isBlue(tile) || isJoker(tile) || tile[0] === "0" || !facts : left(tile) <= 0;
  const element = h(
    "button",
    {
      type: "button",
      class: "tile-button",
      disabled,
      "data-tile": tile,
      "aria-label": disabled && !toKinds ? `${spoken(tile)}, ${t("noCopy")}` : t("addTile", { tile: spoken(tile) }),
      "aria-pressed": toKinds && kind ? String(state[target()].includes(kind)) : undefined,
      tabIndex: -1,
      onclick: () => add(tile),
    },
    picture(tile, { wild }),
  );
  draggable(element, tile, { dropped: (zone) => zone && add(tile, zone) });
  return element;
}

/** Arrow keys move among the tiles; one of them is in the tab order. */
function keys(event) {
  const rows = [...$("picker").querySelectorAll(".row")].map((row) => [...row.children]);
  const y = rows.findIndex((row) => row.includes(document.activeElement));
  if (y < 0) return;
  const x = rows[y].indexOf(document.activeElement);
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
  if (!dx && !dy) return;
  event.preventDefault();
  // On to the next tile that can be had.
  for (let step = 1; step < 12; step += 1) {
    const row = rows[y + dy * step];
    const next = row?.[Math.min(x + dx * step, row.length - 1)];
    if (!next) return;
    if (!next.disabled) {
      for (const other of rows.flat()) other.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
      return;
    }
  }
}

/** What the tiles on show depend on: they are built anew only when it changes. */
let built = "";

/** Brings the tiles on show up to how many are left. */
function update() {
  const focused = document.activeElement?.closest?.("#picker .tile-button");
  for (const element of $("picker").querySelectorAll(".tile-button")) {
    const { tile } = element.dataset;
    const disabled = !namesKinds() && left(tile) <= 0;
    if (namesKinds()) {
      if (element.ariaPressed !== null) element.ariaPressed = String(state[target()].includes(tile));
    } else if (element.disabled !== disabled) {
      element.disabled = disabled;
      element.ariaLabel = disabled ? `${spoken(tile)}, ${t("noCopy")}` : t("addTile", { tile: spoken(tile) });
    }
  }
  keepFocus(focused?.dataset.tile);
}

/** One tile is in the tab order; one that has run out passes the focus on to its neighbour. */
function keepFocus(focused) {
  const buttons = [...$("picker").querySelectorAll(".tile-button")];
  const place = buttons.findIndex((other) => other.dataset.tile === focused);
  const open = buttons.slice(Math.max(place, 0)).concat(buttons).find((other) => !other.disabled);
  for (const other of buttons) other.tabIndex = other === open ? 0 : -1;
  if (focused && document.activeElement !== open) open?.focus();
}

/** Shows what can be picked. */
export function showPicker() {
  $("indicator-target").hidden = !takesIndicator();
  if (!takesIndicator() && target() === "indicator") {
    document.querySelector('input[name="target"][value="hand"]').checked = true;
  }
  showDraft();
  showAside();
  const basis = JSON.stringify([chosen("mark"), target(), lang(), factsVersion()]);
  if (basis === built) {
    update();
    return;
  }
  built = basis;
  const focused = document.activeElement?.closest?.("#picker .tile-button")?.dataset.tile;
  const blue = chosen("mark") === "blue" && !namesKinds();
  const marked = (kind) => (blue ? kind[0] + kind[1].toUpperCase() : kind);
  const rows = KINDS.map((kinds) => kinds.map(marked));
  rows[3] = [...rows[3], "j"];
  rows.push(["0m", "0p", "0s"]);
  const jokers = jokersOfClasses();
  if (jokers.length) rows.push(jokers);
  fill(
    $("picker"),
    rows.map((row) => h("div", { class: "row" }, row.map(button))),
  );
  keepFocus(focused);
}

/** The readings that three or four tiles may have as a called meld. */
function readings(tiles) {
  const stands = tiles.map((tile) => {
    const facts = factsOf(plainName(tile));
    return facts?.stands_for ?? (facts ? [kindOf(tile)] : []);
  });
  const all = KINDS.flat();
  const alike = all.map((kind) => tiles.map(() => kind));
  const shapes = tiles.length === 3 ? [...alike, ...runsInForce()] : alike;
  // Whether each tile can be dealt one of the kinds.
  const dealt = (kinds, place) =>
    place === stands.length ||
    kinds.some((kind, index) => stands[place].includes(kind) && dealt(kinds.toSpliced(index, 1), place + 1));
  return shapes.filter((kinds) => dealt(kinds, 0));
}

function call(kinds, concealed) {
  const reading = writeTiles([...kinds]);
  const own = writeTiles(draft.map((tile) => kindOf(tile) ?? "j")) === reading;
  const meld = { tiles: draft, reading: own && !draft.some((tile) => factsOf(plainName(tile))?.stands_for) ? "" : reading, concealed };
  draft = [];
  change({ melds: [...state.melds, meld] });
}

function showDraft() {
  $("draft").hidden = target() !== "meld";
  if (target() !== "meld") {
    draft = [];
    return;
  }
  const parts = [
    h("p", { class: "hint" }, t("draft")),
    h("div", { class: "named-tiles" }, h("span", {}), draft.map((tile) => picture(tile))),
  ];
  const found = draft.length >= 3 ? readings(draft).slice(0, 24) : [];
  const options = found.flatMap((kinds) => {
    const text = writeTiles([...kinds]);
    if (kinds.length === 3) {
      return [h("button", { type: "button", class: "main", onclick: () => call(kinds, false) }, `${t("callAs")} ${text}`)];
    }
    return [false, true].map((concealed) =>
      h(
        "button",
        { type: "button", class: "main", onclick: () => call(kinds, concealed) },
        `${t(concealed ? "closedKan" : "callKan")} ${text}`,
      ),
    );
  });
  if (draft.length) {
    options.push(h("button", { type: "button", onclick: () => ((draft = []), showPicker()) }, t("discardDraft")));
  }
  parts.push(h("div", { class: "buttons" }, options));
  fill($("draft"), parts);
}

/** The tiles seen on the table and the wild kinds; a tap takes one back. */
function showAside() {
  const named = (name, tiles, without) =>
    tiles.length
      ? h(
          "div",
          { class: "named-tiles" },
          h("span", {}, t(name)),
          tiles.map((tile, place) =>
            h(
              "button",
              {
                type: "button",
                class: "tile-button",
                "aria-label": `${t(name)}: ${spoken(tile)}. ${t("remove")}`,
                onclick: () => without(place),
              },
              picture(tile),
            ),
          ),
        )
      : null;
  const visible = named("visible", state.visible, (place) => change({ visible: state.visible.toSpliced(place, 1) }));
  const zone = h("div", { "data-drop": "visible" }, visible);
  fill(
    $("aside"),
    zone,
    named("wildKinds", state.wild, (place) => change({ wild: state.wild.toSpliced(place, 1) })),
    takesIndicator()
      ? named("turnedUp", state.indicator, (place) => change({ indicator: state.indicator.toSpliced(place, 1) }))
      : null,
  );
}

export function startPicker() {
  for (const name of ["mark", "target"]) {
    for (const input of document.querySelectorAll(`input[name="${name}"]`)) input.addEventListener("change", showPicker);
  }
  $("picker").addEventListener("keydown", keys);
}
