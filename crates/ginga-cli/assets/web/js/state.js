// What the page holds: the hand, what is seen, the rules. All of it is in the link.

import { readHand, readTiles, writeHand, writeTiles } from "./notation.js";
import { byOrder } from "./tiles.js";

export const state = {
  tiles: [],
  melds: [],
  rules: "galaxy",
  toml: "",
  wild: [],
  indicator: [],
  visible: [],
};

const undone = [];
const listeners = [];

/** Called after each change. */
export const onChange = (listener) => listeners.push(listener);

const copy = (value) => JSON.parse(JSON.stringify(value));

/** Changes the state; what was before can be had back. */
export function change(changes) {
  const before = copy(state);
  Object.assign(state, copy(changes));
  state.tiles.sort(byOrder);
  state.visible.sort(byOrder);
  state.wild.sort(byOrder);
  state.indicator.sort(byOrder);
  if (JSON.stringify(before) === JSON.stringify(state)) return;
  undone.push(before);
  if (undone.length > 200) undone.shift();
  tell();
}

export function undo() {
  const before = undone.pop();
  if (!before) return;
  Object.assign(state, before);
  tell();
}

export const canUndo = () => undone.length > 0;

function tell() {
  history.replaceState(null, "", link());
  for (const listener of listeners) listener();
}

/** The hand as text. */
export const handText = () => writeHand(state);

/** The part of a link behind the sign #. */
export function link() {
  const parts = new URLSearchParams();
  const hand = handText();
  if (hand) parts.set("hand", hand);
  parts.set("rules", state.rules);
  if (state.rules === "custom") parts.set("toml", state.toml);
  if (state.wild.length) parts.set("wild", writeTiles([...state.wild]));
  if (state.indicator.length) parts.set("indicator", writeTiles([...state.indicator]));
  if (state.visible.length) parts.set("visible", writeTiles([...state.visible]));
  return `#${parts}`;
}

/** Reads a link; what is no hand in it is left out. */
export function readLink(text, ruleNames) {
  const parts = new URLSearchParams(text.replace(/^#/, ""));
  const tiles = (key) => {
    try {
      return readTiles(parts.get(key) ?? "");
    } catch {
      return [];
    }
  };
  let hand = { tiles: [], melds: [] };
  try {
    hand = readHand(parts.get("hand") ?? "");
  } catch {
    // A link that was cut in two still opens the page.
  }
  const rules = parts.get("rules");
  return {
    ...hand,
    rules: rules === "custom" || ruleNames.includes(rules) ? rules : "galaxy",
    toml: parts.get("toml") ?? "",
    wild: tiles("wild"),
    indicator: tiles("indicator"),
    visible: tiles("visible"),
  };
}

/** What the server is asked with. */
export function question(more = {}) {
  const body = { hand: handText(), rules: rulesBody(), ...more };
  return Object.assign(body, wildBody());
}

/** What makes tiles wild. */
export function wildBody() {
  const body = {};
  if (state.wild.length) body.wild = writeTiles([...state.wild]);
  if (state.indicator.length) body.indicator = writeTiles([...state.indicator]);
  return body;
}

export const rulesBody = () => (state.rules === "custom" ? { toml: state.toml } : state.rules);

export const visibleBody = () => (state.visible.length ? { visible: writeTiles([...state.visible]) } : {});
