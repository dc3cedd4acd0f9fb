// The rule set: a built-in one, or TOML of one's own, checked as it is typed, each fault at its line.

import { $, fill, h } from "./dom.js";
import { ruleSets } from "./facts.js";
import { t } from "./i18n.js";
import { change, state } from "./state.js";

/** How long the typing rests before it is checked, in milliseconds. */
const REST = 150;

export function startRules() {
  const select = $("rules");
  select.append(...ruleSets().map(({ name }) => h("option", { value: name }, name)));
  select.append(h("option", { value: "custom", "data-t": "custom" }, t("custom")));
  select.addEventListener("change", () => {
    // One's own rules begin with the text of those in force.
    const from = ruleSets().find(({ name }) => name === state.rules)?.toml ?? "";
    const toml = select.value === "custom" && !state.toml ? from : state.toml;
    change({ rules: select.value, toml });
  });
  let timer = 0;
  $("toml").addEventListener("input", () => {
    lines([]);
    clearTimeout(timer);
    timer = setTimeout(() => change({ toml: $("toml").value }), REST);
  });
  $("toml").addEventListener("scroll", () => ($("toml-lines").scrollTop = $("toml").scrollTop));
}

/** Shows the choice of rules. */
export function showRules() {
  $("rules").value = state.rules;
  $("custom").hidden = state.rules !== "custom";
  const set = ruleSets().find(({ name }) => name === state.rules);
  // A rule set that the page has no words for says its own.
  const known = set && t(`about_${set.name}`);
  $("rules-summary").textContent = known === `about_${set?.name}` ? set.summary : (known ?? "");
  if (state.rules === "custom" && $("toml").value !== state.toml) $("toml").value = state.toml;
  if (state.rules === "custom" && !$("toml-lines").childNodes.length) lines([]);
}

/** The numbers of the lines, those with faults marked. */
function lines(bad) {
  const count = $("toml").value.split("\n").length;
  const marks = Array.from({ length: count }, (_, place) =>
    h("span", { class: bad.includes(place + 1) ? "bad" : "" }, `${place + 1}\n`),
  );
  fill($("toml-lines"), marks);
  $("toml-lines").scrollTop = $("toml").scrollTop;
}

/** Puts the cursor at a place of the text. */
function goTo({ line, column }) {
  const before = $("toml").value.split("\n").slice(0, line - 1);
  const at = before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
  $("toml").focus();
  $("toml").setSelectionRange(at, at + 1);
}

/** Shows the faults of the rule set, or that it has none. */
export function showFaults({ valid, faults, rule_set: set }) {
  const own = state.rules === "custom";
  if (own) lines(valid ? [] : faults.map((fault) => fault.line));
  $("toml").setAttribute("aria-invalid", String(own && !valid));
  if (valid) {
    fill($("toml-faults"), own ? h("p", { class: "good" }, t("tomlOk", { name: set.name })) : []);
    return;
  }
  const views = faults.map((fault) => {
    const place = fault.line ? `${t("line", fault)}: ` : "";
    const text = `${place}${fault.message}`;
    return fault.line
      ? h("button", { type: "button", class: "toml-fault", onclick: () => goTo(fault) }, text)
      : h("p", { class: "fault" }, text);
  });
  fill($("toml-faults"), views);
}
