// The notation of hands: text to tiles and back. What this reads is what the hand holds; the server
// decides whether a rule set allows it.

import { byOrder, isBlue, isJoker, suitOf } from "./tiles.js";

/** A text that is no hand, with the place of the fault in characters. */
export class NotationFault extends Error {
  constructor(code, at) {
    super(code);
    this.code = code;
    this.at = at;
  }
}

// U+1F000 and on: winds, red, green, white, then man, sou and pin.
const UNICODE = "1z2z3z4z7z6z5z".match(/../g).concat(
  ...["m", "s", "p"].map((suit) => Array.from({ length: 9 }, (_, place) => `${place + 1}${suit}`)),
);

// How hands are written elsewhere: kanji numerals and suits, commas and hyphens.
const SPELLINGS = new Map(
  [
    ...[..."一二三四五六七八九"].map((numeral, place) => [numeral, String(place + 1)]),
    ...[["萬万", "m"], ["筒餅饼", "p"], ["索條条", "s"], ["、-‐‑–−", ","]].flatMap(([all, one]) => [...all].map((other) => [other, one])),
  ],
);

const HONOURS = new Map(
  ["東东", "南", "西", "北", "白", "發発发", "中"].flatMap((all, place) => [...all].map((kanji) => [kanji, `${place + 1}z`])),
);

/** The ASCII character of a full-width form; any other as it is. */
const halfWidth = (character) =>
  /[！-～]/.test(character) ? String.fromCharCode(character.charCodeAt(0) - 0xfee0) : character;

/** What is wrong with a character that means nothing here: letters of other notations get a word of their own. */
function unknown(character, besideDigit) {
  if (besideDigit && /[BCDTW]/i.test(character)) return "otherSuit";
  if (/[ENWGR]/i.test(character) || (!besideDigit && /[BCF]/i.test(character))) return "honourLetter";
  return "unexpected";
}

/** Reads a list of tiles; `from` is where it begins in the whole text. */
export function readTiles(text, from = 0) {
  const tiles = [];
  let digits = [];
  // Where the last joker stands: a letter right behind it is its class.
  let jokerAt = -2;
  const narrow = [...text].map(halfWidth);
  const plain = narrow.map((character) => SPELLINGS.get(character) ?? character);
  const ended = () => {
    if (digits.length) throw new NotationFault("noSuit", digits[0].at);
  };
  const beforeDigit = (place) => /[0-9]/.test(plain.slice(place + 1).find((next) => !/[\s_]/.test(next)) ?? "");
  plain.forEach((character, place) => {
    const at = from + place;
    const point = character.codePointAt(0);
    if (/[\s_]/.test(character)) return;
    if (/[0-9]/.test(character)) {
      digits.push({ digit: character, star: false, at });
    } else if (character === "*") {
      const last = digits.at(-1);
      if (!last || last.star) throw new NotationFault("unexpected", at);
      last.star = true;
    } else if (jokerAt === place - 1 && /[a-ik-z]/.test(narrow[place])) {
      tiles.push(tiles.pop() + character);
    } else if (/[mpszMPSZ]/.test(character)) {
      if (!digits.length) {
        const code = character === "S" ? "honourLetter" : "noDigits";
        throw new NotationFault(beforeDigit(place) ? "suitFirst" : code, at);
      }
      for (const { digit, star, at: place } of digits) {
        const suit = star ? character.toUpperCase() : character;
        if (/z/i.test(suit) && !/[1-7]/.test(digit)) throw new NotationFault("noTile", place);
        if (digit === "0" && /[MPS]/.test(suit)) throw new NotationFault("noTile", place);
        tiles.push(digit + suit);
      }
      digits = [];
    } else if (character === ",") {
      ended();
    } else if (HONOURS.has(character)) {
      ended();
      tiles.push(HONOURS.get(character));
    } else if (character === "j" && !digits.length) {
      tiles.push("j");
      jokerAt = place;
    } else if (point >= 0x1f000 && point - 0x1f000 < UNICODE.length && !digits.length) {
      tiles.push(UNICODE[point - 0x1f000]);
    } else {
      throw new NotationFault(unknown(character, digits.length > 0 || beforeDigit(place)), at);
    }
  });
  ended();
  return tiles;
}

/** Reads a hand: tiles, then called melds in brackets. */
export function readHand(text) {
  const characters = [...text].map(halfWidth);
  const opening = characters.findIndex((character) => character === "[" || character === "(");
  const end = opening < 0 ? characters.length : opening;
  const tiles = readTiles(characters.slice(0, end).join("")).sort(byOrder);
  const melds = [];
  let place = end;
  while (place < characters.length) {
    if (/[\s_,]/.test(SPELLINGS.get(characters[place]) ?? characters[place])) {
      place += 1;
      continue;
    }
    const concealed = characters[place] === "(";
    if (!concealed && characters[place] !== "[") throw new NotationFault("unexpected", place);
    const closing = characters.indexOf(concealed ? ")" : "]", place);
    if (closing < 0) throw new NotationFault("noEnd", place);
    const inner = characters.slice(place + 1, closing);
    const equals = inner.indexOf("=");
    const written = equals < 0 ? inner : inner.slice(0, equals);
    const meld = { tiles: readTiles(written.join(""), place + 1).sort(byOrder), reading: "", concealed };
    if (equals >= 0) {
      meld.reading = writeTiles(readTiles(inner.slice(equals + 1).join(""), place + equals + 2));
    }
    melds.push(meld);
    place = closing + 1;
  }
  return { tiles, melds };
}

/** Writes tiles: of each suit its plain digits, then its blue ones; jokers last. */
export function writeTiles(tiles) {
  let text = "";
  for (const suit of "mpsz") {
    for (const blue of [false, true]) {
      const own = tiles.filter((tile) => !isJoker(tile) && suitOf(tile) === suit && isBlue(tile) === blue);
      const digits = own.sort(byOrder).map((tile) => tile[0]);
      if (digits.length) text += digits.join("") + (blue ? suit.toUpperCase() : suit);
    }
  }
  return text + tiles.filter(isJoker).sort(byOrder).join("");
}

/** Writes a called meld in its brackets. */
export function writeMeld({ tiles, reading, concealed }) {
  const inner = writeTiles([...tiles]) + (reading ? `=${reading}` : "");
  return concealed ? `(${inner})` : `[${inner}]`;
}

/** Writes a hand. */
export const writeHand = ({ tiles, melds }) => writeTiles([...tiles]) + melds.map(writeMeld).join("");
