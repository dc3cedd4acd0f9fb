// The hand: tiles in order, edited by tap, drag and keyboard; the selected tile and what it stands for.

import { $, fill, h } from "./dom.js";
import { t } from "./i18n.js";
import { factsOf } from "./facts.js";
import { canUndo, change, handText, state } from "./state.js";
import { isBlue, kindOf, otherMark, picture, plainName, spoken } from "./tiles.js";
import { draggable } from "./drag.js";
import { readHand, NotationFault } from "./notation.js";

/** The selected tile's place in the hand; -1 is none. */
let selected = -1;
const selectListeners = [];

export const selectedTile = () => state.tiles[selected] ?? null;
export const onSelect = (listener) => selectListeners.push(listener);

function select(place) {
  selected = place;
  for (const listener of selectListeners) listener();
}

/** Takes the tile at a place out of the hand. */
export function takeOut(place) {
  const tiles = state.tiles.filter((_, index) => index !== place);
  selected = -1;
  change({ tiles });
}

function exchange(place) {
  const other = otherMark(state.tiles[place]);
  if (!other || !factsOf(other)) return;
  const tiles = state.tiles.with(place, other);
  change({ tiles });
  select(state.tiles.indexOf(other));
}

function tap(place) {
  if (place === selected) takeOut(place);
  else select(place);
}

const isWild = (tile) => Boolean(factsOf(plainName(tile))?.stands_for);

function tileButton(tile, place) {
  const wild = isWild(tile);
  const shown = picture(tile, { wild: wild && !isBlue(tile) && tile !== "j" });
  const button = h(
    "button",
    {
      type: "button",
      class: "tile-button",
      "aria-pressed": String(place === selected),
      "aria-label": spoken(tile),
      tabIndex: place === Math.max(selected, 0) ? 0 : -1,
      onclick: () => tap(place),
      onkeydown: (event) => key(event, place),
    },
    shown,
  );
  draggable(button, tile, {
    dropped: (zone) => {
      if (zone === "hand") return;
      const tiles = state.tiles.filter((_, index) => index !== place);
      selected = -1;
      change(zone === "visible" ? { tiles, visible: [...state.visible, plainName(tile)] } : { tiles });
    },
    touch: true,
  });
  return button;
}

function key(event, place) {
  const last = state.tiles.length - 1;
  const to = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: last }[event.key];
  if (to !== undefined) {
    select(Math.min(Math.max(to, 0), last));
  } else if (event.key === "Delete" || event.key === "Backspace") {
    takeOut(place);
    select(Math.min(place, state.tiles.length - 1));
  } else if (event.key === "b" || event.key === "B") {
    exchange(place);
  } else if (event.key === "Escape") {
    select(-1);
  } else {
    return;
  }
  event.preventDefault();
  $("hand").querySelectorAll("button.tile-button")[Math.max(selected, 0)]?.focus();
}

function meldView(meld, place) {
  const pictures = meld.tiles.map((tile) => picture(tile));
  const name = `${t("called")}: ${meld.tiles.map(spoken).join(", ")}. ${t("remove")}`;
  return h(
    "button",
    {
      type: "button",
      class: "tile-button meld",
      "aria-label": name,
      title: t("remove"),
      onclick: () => change({ melds: state.melds.filter((_, index) => index !== place) }),
    },
    meld.concealed ? pictures.with(0, picture("back")).with(3, picture("back")) : pictures,
  );
}

/** Shows the hand anew; `typed` when the text field is where the change came from. */
export function showHand(typed) {
  if (selected >= state.tiles.length) selected = -1;
  const focused = document.activeElement?.closest?.("#hand .tile-button");
  fill($("hand"), state.tiles.map(tileButton), state.melds.map(meldView));
  if (focused) $("hand").querySelectorAll("button.tile-button")[Math.max(selected, 0)]?.focus();
  if (!typed) {
    $("notation").value = handText();
    notationFault(null);
  }
  $("undo").disabled = !canUndo();
}

/** Shows what is selected; `uses` counts what it stands for in the answer, a lower bound where that is cut. */
export function showSelected(uses, cut, filterUse) {
  const tile = selectedTile();
  for (const [place, button] of $("hand").querySelectorAll("button.tile-button:not(.meld)").entries()) {
    button.setAttribute("aria-pressed", String(place === selected));
    button.tabIndex = place === Math.max(selected, 0) ? 0 : -1;
  }
  $("selected").hidden = !tile;
  if (!tile) return;
  const name = plainName(tile);
  const standsFor = factsOf(name)?.stands_for;
  const lines = [
    h(
      "p",
      { class: "stands-for" },
      h("strong", {}, spoken(tile)),
      " ",
      standsFor ? `${t("standsFor")} ${standsFor.length > 12 ? `${standsFor.length}: ` : ""}${standsFor.map(spoken).join(", ")}` : t("ownOnly"),
    ),
  ];
  if (standsFor && uses.size) {
    const used = [...uses].map(([kind, count]) =>
      h(
        "button",
        { type: "button", class: "use", onclick: () => filterUse(name, kind) },
        t("times", { kind: spoken(kind), n: cut ? t("atLeast", { n: count }) : count }),
      ),
    );
    lines.push(h("p", { class: "hint" }, t("usedAs")), h("div", { class: "buttons" }, used));
  }
  const other = otherMark(tile);
  lines.push(
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", id: "take-out", onclick: () => takeOut(selected) }, t("remove")),
      other && factsOf(other)
        ? h("button", { type: "button", onclick: () => exchange(selected) }, t(isBlue(tile) ? "makePlain" : "makeBlue"))
        : null,
    ),
  );
  fill($("selected"), lines);
}

/** Says what is wrong with the typed text. */
export function notationFault(message) {
  $("notation-fault").hidden = !message;
  $("notation-fault").textContent = message ?? "";
  $("notation").setAttribute("aria-invalid", String(Boolean(message)));
}

/** Reads the text field after each key. */
export function typed() {
  try {
    const hand = readHand($("notation").value);
    notationFault(null);
    selected = -1;
    return hand;
  } catch (error) {
    if (!(error instanceof NotationFault)) throw error;
    notationFault(`${t("faultAt", { at: error.at + 1 })}: ${t(error.code)}`);
    return null;
  }
}

export const kindName = (tile) => kindOf(tile) ?? tile;
