// What the rule set in force says about its tiles: copies, and what each stands for.

import { ask, Outdated, read, ServerFault } from "./api.js";
import { rulesBody, state } from "./state.js";
import { writeTiles } from "./notation.js";

let builtin = [];
let tiles = new Map();
let version = 0;

/** The built-in rule sets. */
export const ruleSets = () => builtin;

export async function loadRules() {
  builtin = (await read("api/v1/rules")).rules;
}

/** `{copies, stands_for}` of a tile, or undefined where the rule set has none. */
export const factsOf = (tile) => tiles.get(tile);

/** Grows with each change of the facts. */
export const factsVersion = () => version;

/** Brings the facts up to the rules in force; the answer is `{valid, rule_set, faults}`. */
export async function refresh() {
  const own = builtin.find((set) => set.name === state.rules);
  let checked = { valid: true, rule_set: own };
  if (!own || state.wild.length) {
    const body = { rules: rulesBody() };
    if (state.wild.length) body.wild = writeTiles([...state.wild]);
    try {
      checked = await ask("rules", "rules/check", body);
    } catch (error) {
      if (error instanceof Outdated) return null;
      if (!(error instanceof ServerFault)) throw error;
      checked = { valid: false, faults: error.faults ?? [{ message: error.message }] };
    }
  }
  version += 1;
  if (checked.valid) tiles = new Map(checked.rule_set.tiles.map((about) => [about.tile, about]));
  return checked;
}
