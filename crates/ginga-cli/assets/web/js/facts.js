// What the rule set in force says about its tiles: copies, and what each stands for.

import { ask, Outdated, read, ServerFault } from "./api.js";
import { rulesBody, state, wildBody } from "./state.js";

let builtin = [];
let tiles = new Map();
let inForce = null;
let version = 0;

/** The built-in rule sets. */
export const ruleSets = () => builtin;

export async function loadRules() {
  builtin = (await read("api/v1/rules")).rules;
}

/** `{copies, stands_for}` of a tile, or undefined where the rule set has none. */
export const factsOf = (tile) => tiles.get(tile);

/** The jokers that have a class, as far as the rule set has some. */
export const jokersOfClasses = () => [...tiles.keys()].filter((tile) => /^j./.test(tile));

/** Whether the rule set finds its wild kinds by a tile turned up. */
export const takesIndicator = () => Boolean(inForce?.indicator);

/** The runs of the rule set, each its three kinds. */
export const runsInForce = () => inForce?.runs ?? [];

/** Grows with each change of the facts. */
export const factsVersion = () => version;

/** Brings the facts up to the rules in force; the answer is `{valid, rule_set, faults}`. */
export async function refresh() {
  const own = builtin.find((set) => set.name === state.rules);
  let checked = { valid: true, rule_set: own };
  const wild = wildBody();
  if (!own || Object.keys(wild).length) {
    const body = { rules: rulesBody(), ...wild };
    try {
      checked = await ask("rules", "rules/check", body);
    } catch (error) {
      if (error instanceof Outdated) return null;
      if (!(error instanceof ServerFault)) throw error;
      checked = { valid: false, faults: error.faults ?? [{ message: error.message }] };
    }
  }
  version += 1;
  if (checked.valid) {
    inForce = checked.rule_set;
    tiles = new Map(inForce.tiles.map((about) => [about.tile, about]));
  }
  return checked;
}
