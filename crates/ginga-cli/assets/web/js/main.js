// Puts the page together: one state, and what follows each change of it.

import { filterUse, isCut, onChosen, refreshAnswers, selectedUses, showAgain, startAnswers } from "./answers.js";
import { $, h } from "./dom.js";
import { loadRules, refresh, ruleSets } from "./facts.js";
import { onSelect, showHand, showSelected, typed } from "./hand.js";
import { LANGUAGES, preferred, setLang, t } from "./i18n.js";
import { refreshModel, showModel } from "./model.js";
import { showPicker, startPicker } from "./picker.js";
import { showFaults, showRules, startRules } from "./rules.js";
import { pictures } from "./tiles.js";
import { change, link, onChange, readLink, state, undo } from "./state.js";

/** What was kept from the last visit; a browser may keep nothing. */
const kept = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
const keep = (key, value) => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice lasts as long as the page.
  }
};

/** Whether the change being shown was typed into the text field. */
let fromText = false;
/** What the facts were last read for. */
let known = "";

async function changed() {
  // The input event that is being handled is when the tap came.
  const start = window.event?.timeStamp ?? performance.now();
  const rules = JSON.stringify([state.rules, state.rules === "custom" && state.toml, state.wild, state.indicator]);
  // Under the same rules the question is on its way before the page is drawn.
  const asked = rules === known ? refreshAnswers(start) : null;
  showHand(fromText);
  fromText = false;
  if (!asked) {
    showRules();
    const checked = await refresh();
    if (!checked) return;
    known = rules;
    showFaults(checked);
    showHand(document.activeElement === $("notation"));
  }
  showPicker();
  showSelection();
  $("share-note").textContent = "";
  $("share-field").hidden = true;
  refreshModel();
  await (asked ?? refreshAnswers(start));
  showSelection();
}

const showSelection = () => showSelected(selectedUses(), isCut(), filterUse);

async function share() {
  const url = new URL(link(), location.href).href;
  try {
    await navigator.clipboard.writeText(url);
    $("share-note").textContent = t("shared");
  } catch {
    $("share-field").hidden = false;
    $("share-link").value = url;
    $("share-link").select();
  }
}

function startSettings() {
  const language = $("language");
  language.append(...Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code }, name)));
  const stored = kept("language");
  language.value = stored in LANGUAGES ? stored : preferred();
  setLang(language.value);
  language.addEventListener("change", () => {
    keep("language", language.value);
    setLang(language.value);
    showHand();
    showPicker();
    showRules();
    showSelection();
    showAgain();
    showModel();
  });
  const theme = $("theme");
  theme.value = kept("theme") ?? "auto";
  if (!theme.value) theme.value = "auto";
  const paint = () => (document.documentElement.dataset.theme = theme.value);
  theme.addEventListener("change", () => {
    keep("theme", theme.value);
    paint();
  });
  paint();
}

async function start() {
  startSettings();
  await loadRules();
  startAnswers();
  startPicker();
  startRules();
  onChange(changed);
  onSelect(showSelection);
  onChosen(showModel);
  $("notation").addEventListener("input", () => {
    const hand = typed();
    if (!hand) return;
    fromText = true;
    change(hand);
    fromText = false;
  });
  $("undo").addEventListener("click", undo);
  $("clear").addEventListener("click", () => change({ tiles: [], melds: [], visible: [] }));
  $("share").addEventListener("click", share);
  $("model").addEventListener("toggle", refreshModel);
  const fromLink = () => readLink(location.hash, ruleSets().map((set) => set.name));
  window.addEventListener("hashchange", () => change(fromLink()));
  Object.assign(state, fromLink());
  await changed();
  await pictures();
  document.documentElement.dataset.ready = "true";
}

start();
