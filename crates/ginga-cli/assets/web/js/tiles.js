// Tiles: names such as "4m", "4M" (blue), "0p" (red five), "j"; their order, pictures and spoken names.

import { h } from "./dom.js";
import { lang } from "./i18n.js";

const SUITS = "mpsz";

export const isJoker = (tile) => tile[0] === "j";
/** The letter of a joker's class; empty for a joker of none. */
export const classOf = (tile) => (isJoker(tile) ? tile.slice(1) : "");
export const isBlue = (tile) => /[MPSZ]$/.test(tile);
export const isRed = (tile) => tile[0] === "0";
export const suitOf = (tile) => tile.at(-1).toLowerCase();
export const numberOf = (tile) => (isRed(tile) ? 5 : Number(tile[0]));

/** The tile as answers name it: a red five is a five. */
export const plainName = (tile) => (isRed(tile) ? `5${tile[1]}` : tile);

/** The kind on its face; none for a joker. */
export const kindOf = (tile) => (isJoker(tile) ? null : `${numberOf(tile)}${suitOf(tile)}`);

/** The blue tile of a plain one and the other way round; red fives and jokers have none. */
export function otherMark(tile) {
  if (isJoker(tile) || isRed(tile)) return null;
  const suit = tile.at(-1);
  return tile[0] + (isBlue(tile) ? suit.toLowerCase() : suit.toUpperCase());
}

const rank = (tile) =>
  isJoker(tile)
    ? 1000 + (tile.codePointAt(1) ?? 0)
    : SUITS.indexOf(suitOf(tile)) * 100 + numberOf(tile) * 4 + (isBlue(tile) ? 2 : isRed(tile) ? 0 : 1);

export const byOrder = (a, b) => rank(a) - rank(b);

/** Every tile that a picker offers. */
export const KINDS = [..."mpsz"].map((suit) =>
  Array.from({ length: suit === "z" ? 7 : 9 }, (_, place) => `${place + 1}${suit}`),
);

const source = (tile) => `tiles/${isJoker(tile) ? "j" : tile}.svg`;

/** Every picture, loaded once and held, so that none is asked for again when a tile comes and goes. */
const held = [...KINDS.flat().flatMap((kind) => [kind, otherMark(kind)]), "0m", "0p", "0s", "j", "back"].map((tile) => {
  const image = new Image();
  image.src = source(tile);
  return image;
});

/** Resolves once the pictures are there. */
export const pictures = () => Promise.allSettled(held.map((image) => image.decode()));

/** The picture of a tile. `as` is the kind that it stands for, written below where it differs. */
export function picture(tile, { as = null, wild = false } = {}) {
  const marks = [h("img", { class: "tile", src: source(tile), alt: "", decoding: "sync", draggable: false })];
  if (wild) marks.push(h("span", { class: "laizi", "aria-hidden": "true" }, "✦"));
  if (classOf(tile)) marks.push(h("span", { class: "joker-class" }, classOf(tile)));
  if (as && as !== kindOf(tile)) marks.push(h("span", { class: "as" }, kindSign(as)));
  return h("span", { class: "tile-box" }, marks);
}

const HONOURS = {
  en: ["east", "south", "west", "north", "white", "green", "red"],
  ja: ["東", "南", "西", "北", "白", "發", "中"],
  zh: ["东", "南", "西", "北", "白板", "发财", "红中"],
};
const CHARACTERS = "東南西北白發中";
const NUMERALS = "一二三四五六七八九";

/** A kind in one or two signs, for narrow places. */
export const kindSign = (kind) => (kind[1] === "z" ? CHARACTERS[kind[0] - 1] : kind);

/** The name of a tile as a person would say it. */
export function spoken(tile) {
  const language = lang();
  if (isJoker(tile)) return `${{ en: "joker", ja: "ジョーカー", zh: "百搭" }[language]} ${classOf(tile)}`.trim();
  const suit = suitOf(tile);
  const number = numberOf(tile);
  const base =
    suit === "z"
      ? HONOURS[language][number - 1]
      : language === "en"
        ? `${number} ${{ m: "man", p: "pin", s: "sou" }[suit]}`
        : `${NUMERALS[number - 1]}${{ ja: { m: "萬", p: "筒", s: "索" }, zh: { m: "万", p: "筒", s: "条" } }[language][suit]}`;
  if (isBlue(tile)) return { en: `blue ${base}`, ja: `青の${base}`, zh: `蓝${base}` }[language];
  if (isRed(tile)) return { en: `red ${base}`, ja: `赤${base}`, zh: `赤${base}` }[language];
  return base;
}
