// The words of the page, in English, Japanese and Chinese.

const WORDS = {
  en: {
    title: "Ginga – mahjong waits with wild tiles",
    tagline: "waits of hands with wild tiles",
    language: "Language", theme: "Theme", themeAuto: "Auto", themeLight: "Light", themeDark: "Dark",
    hand: "Hand", handHint: "Tap tiles below or type, such as 1m1M23m4M56p. Tap a tile for more; tap it again to take it out.",
    notation: "Notation", clear: "Clear", undo: "Undo", share: "Copy link", shared: "Link copied", shareHere: "Copy this link",
    picker: "Tiles", plain: "Plain", blue: "Blue ★", mark: "Kind of tile",
    target: "A tap adds to", toHand: "Hand", toMeld: "Meld", toVisible: "Seen", toWild: "Wild", toIndicator: "Turned up", turnedUp: "Turned up",
    draft: "Called meld: tap three or four tiles", callAs: "Call as", callKan: "Open kan", closedKan: "Concealed kan", discardDraft: "Put back",
    called: "Called", visible: "Seen on the table", wildKinds: "Wild kinds (laizi)",
    rules: "Rules", custom: "own rules (TOML)", toml: "Rule set as TOML", tomlOk: "The rule set {name} has no fault.", startFrom: "Start from",
    line: "line {line}, column {column}",
    answers: "Answer", empty: "Add tiles to see the waits.",
    addTiles: "{n} tiles: add one for the waits or two for a complete hand.", tooMany: "{n} tiles: take some away.",
    tenpai: "Tenpai", noten: "Not tenpai", win: "Win", noWin: "No win",
    tilesWin: "{n} winning tiles, {left} left", decompositionsN: "{n} decompositions", readingsN: "{n} readings",
    oneDecomposition: "1 decomposition", oneReading: "1 reading", oneWins: "1 winning tile, {left} left",
    more: "Show more", shownOf: "{shown} of {n} shown", atLeast: "at least {n}",
    cutLimit: "The list is cut short: there are more.", cutTime: "The time was over: there may be more.",
    waits: "Winning tiles", filterHint: "Tap one to see only its decompositions.", left: "{n} left", dead: "No tile left for", kinds: "As the kinds",
    decompositions: "Decompositions", all: "Show all", filteredBy: "Only those that wait for {tile}", filteredUse: "Only those with {tile} as {kind}",
    discards: "Discards", discardHint: "How far each discard leaves the hand, and the tiles that help, best first.",
    shanten: "{n}-shanten", never: "can never win",
    selected: "{tile}", standsFor: "may be used as", ownOnly: "is only itself", usedAs: "Here it is used as", times: "{kind} in {n}",
    remove: "Take out", makeBlue: "Make blue", makePlain: "Make plain",
    model: "Model: the exact cover", modelHint: "Each row is a tile of the hand, each column a group it could be in. The chosen columns, lit and first, cover every row exactly. Tap a decomposition above to choose it.",
    form: "Form", columnsN: "{rows} rows, {n} columns", columnsCut: "{n} of {all} columns shown", group: "group", noModel: "No form of the rule set has this size.",
    noServer: "The server does not answer.", faultAt: "at character {at}",
    unexpected: "unexpected character", noDigits: "a suit letter without digits", noTile: "there is no such tile", noSuit: "digits without a suit letter", noEnd: "the bracket is not closed",
    suitFirst: "the suit letter comes behind its digits, as in 123m456p", honourLetter: "East South West North are 1z 2z 3z 4z, White Green Red 5z 6z 7z", otherSuit: "characters are m, dots p, bamboo s, honours z, as in 123m456p",
    tanki: "single wait (tanki)", shanpon: "pair wait (shanpon)", ryanmen: "two-sided (ryanmen)", kanchan: "middle (kanchan)", penchan: "edge (penchan)",
    "seven-pairs": "seven pairs", "orphans-single": "thirteen orphans", "orphans-thirteen": "thirteen orphans, 13-sided", "run-other": "run", any: "any tile",
    standard: "four melds and a pair", "thirteen-orphans": "thirteen orphans", "fourteen-blue": "fourteen blue tiles",
    badRules: "The rule set has faults, see Rules.",
    about_riichi: "Japanese mahjong: four melds and a pair, seven pairs, thirteen orphans; no wild tile", about_galaxy: "One of each kind's four tiles is blue: a blue number is that number in any suit, a blue wind any wind, a blue dragon any dragon",
    about_laizi: "Four melds and a pair; the wild kinds that you choose, and jokers, stand for any kind", about_hongzhong: "Suited tiles and red dragons; red dragons are wild and stand for any suited kind; seven pairs, four alike are two",
    about_sichuan: "Suited tiles in at most two suits; seven pairs, four alike are two", about_chinitsu: "One suit alone, the classic puzzle: four melds and a pair",
    noCopy: "none left", addTile: "add {tile}", foot: "All computing happens in this program on your machine.", api: "HTTP interface", licences: "Licences",
  },
  ja: {
    title: "銀河 – 代用牌のある麻雀の待ち", tagline: "代用牌のある手牌の待ち",
    language: "言語", theme: "配色", themeAuto: "自動", themeLight: "明", themeDark: "暗",
    hand: "手牌", handHint: "下の牌をタップするか、1m1M23m4M56p のように入力します。牌をタップすると詳細、もう一度タップすると外れます。",
    notation: "牌の表記", clear: "全消去", undo: "元に戻す", share: "リンクをコピー", shared: "コピーしました", shareHere: "このリンクをコピー",
    picker: "牌", plain: "普通", blue: "青 ★", mark: "牌の種類",
    target: "タップの追加先", toHand: "手牌", toMeld: "副露", toVisible: "見え牌", toWild: "代用牌", toIndicator: "めくり牌", turnedUp: "めくり牌",
    draft: "副露: 三枚か四枚をタップ", callAs: "鳴き", callKan: "明槓", closedKan: "暗槓", discardDraft: "戻す",
    called: "副露", visible: "見えている牌", wildKinds: "代用牌（癩子）",
    rules: "ルール", custom: "独自のルール（TOML）", toml: "ルールの TOML", tomlOk: "ルール {name} に誤りはありません。", startFrom: "元にする",
    line: "{line} 行 {column} 文字目",
    answers: "答え", empty: "牌を加えると待ちが出ます。",
    addTiles: "{n} 枚: 一枚加えると待ち、二枚加えると和了を調べます。", tooMany: "{n} 枚: 多すぎます。",
    tenpai: "聴牌", noten: "不聴", win: "和了", noWin: "和了ではない",
    tilesWin: "待ち {n} 種、残り {left} 枚", decompositionsN: "分解 {n} 通り", readingsN: "読み {n} 通り", oneDecomposition: "分解 1 通り", oneReading: "読み 1 通り", oneWins: "待ち 1 種、残り {left} 枚",
    more: "さらに表示", shownOf: "{n} のうち {shown} を表示", atLeast: "{n} 以上",
    cutLimit: "一覧は途中までです。", cutTime: "時間切れです。まだあるかもしれません。",
    waits: "待ち牌", filterHint: "タップするとその牌の分解だけを表示します。", left: "残り {n}", dead: "残りのない待ち", kinds: "牌種として",
    decompositions: "分解", all: "すべて表示", filteredBy: "{tile} を待つものだけ", filteredUse: "{tile} を {kind} とするものだけ",
    discards: "打牌", discardHint: "各打牌の向聴数と有効牌。良い順。",
    shanten: "{n}向聴", never: "和了不可能",
    selected: "{tile}", standsFor: "として使えるもの", ownOnly: "そのまま", usedAs: "この手での使われ方", times: "{kind}: {n}",
    remove: "外す", makeBlue: "青にする", makePlain: "普通にする",
    model: "モデル: 厳密被覆", modelHint: "行は手牌の各牌、列は作れる面子です。選ばれた列（明るい列、左側）がすべての行をちょうど覆います。上の分解をタップして選びます。",
    form: "形", columnsN: "{rows} 行 {n} 列", columnsCut: "{all} 列のうち {n} 列を表示", group: "面子", noModel: "この枚数の形はありません。",
    noServer: "サーバーが応答しません。", faultAt: "{at} 文字目",
    unexpected: "使えない文字", noDigits: "数字のない種類文字", noTile: "存在しない牌", noSuit: "種類文字のない数字", noEnd: "括弧が閉じていません",
    suitFirst: "種類文字は数字の後に書きます（123m456p）", honourLetter: "東南西北は 1z 2z 3z 4z、白發中は 5z 6z 7z と書きます", otherSuit: "萬子は m、筒子は p、索子は s、字牌は z と書きます（123m456p）",
    tanki: "単騎", shanpon: "双碰", ryanmen: "両面", kanchan: "嵌張", penchan: "辺張",
    "seven-pairs": "七対子", "orphans-single": "国士無双", "orphans-thirteen": "国士無双十三面", "run-other": "順子", any: "任意",
    standard: "四面子一雀頭", "thirteen-orphans": "国士無双", "fourteen-blue": "青十四枚",
    badRules: "ルールに誤りがあります（ルール欄を参照）。",
    about_riichi: "リーチ麻雀: 四面子一雀頭、七対子、国士無双。代用牌なし", about_galaxy: "各種四枚のうち一枚が青。青い数牌は同じ数のどの色にも、青い風牌はどの風にも、青い三元牌はどの三元牌にもなる",
    about_laizi: "四面子一雀頭。選んだ代用牌とジョーカーはどの牌にもなる", about_hongzhong: "数牌と中。中は代用牌でどの数牌にもなる。七対子は同じ四枚を二対子と数える",
    about_sichuan: "数牌のみ、二色まで。七対子は同じ四枚を二対子と数える", about_chinitsu: "一色のみの定番問題: 四面子一雀頭",
    noCopy: "残りなし", addTile: "{tile} を加える", foot: "計算はすべてこの端末のプログラムで行います。", api: "HTTP インターフェース", licences: "ライセンス",
  },
  zh: {
    title: "银河 – 带万能牌的麻将听牌", tagline: "带万能牌的手牌听什么",
    language: "语言", theme: "配色", themeAuto: "自动", themeLight: "浅色", themeDark: "深色",
    hand: "手牌", handHint: "点下面的牌，或输入如 1m1M23m4M56p。点手牌看详情，再点一次取出。",
    notation: "牌谱", clear: "清空", undo: "撤销", share: "复制链接", shared: "已复制", shareHere: "复制此链接",
    picker: "牌", plain: "普通", blue: "蓝 ★", mark: "牌的种类",
    target: "点牌加入", toHand: "手牌", toMeld: "副露", toVisible: "已见的牌", toWild: "癞子", toIndicator: "翻牌", turnedUp: "翻出的牌",
    draft: "副露：点三张或四张牌", callAs: "副露为", callKan: "明杠", closedKan: "暗杠", discardDraft: "放回",
    called: "副露", visible: "已见的牌", wildKinds: "癞子",
    rules: "规则", custom: "自定规则（TOML）", toml: "规则的 TOML", tomlOk: "规则 {name} 没有错误。", startFrom: "以此为底",
    line: "第 {line} 行第 {column} 字",
    answers: "答案", empty: "加牌后显示听牌。",
    addTiles: "{n} 张：加一张看听牌，加两张看是否和牌。", tooMany: "{n} 张：太多了。",
    tenpai: "听牌", noten: "未听牌", win: "和牌", noWin: "未和牌",
    tilesWin: "听 {n} 种，剩 {left} 张", decompositionsN: "{n} 种分解", readingsN: "{n} 种读法", oneDecomposition: "1 种分解", oneReading: "1 种读法", oneWins: "听 1 种，剩 {left} 张",
    more: "显示更多", shownOf: "显示 {n} 中的 {shown}", atLeast: "至少 {n}",
    cutLimit: "列表未完。", cutTime: "时间到，可能还有。",
    waits: "所听的牌", filterHint: "点一张只看它的分解。", left: "剩 {n}", dead: "已无剩牌", kinds: "作为",
    decompositions: "分解", all: "显示全部", filteredBy: "只看听 {tile} 的", filteredUse: "只看 {tile} 当 {kind} 的",
    discards: "打牌", discardHint: "每种打法的向听数与进张，优者在前。",
    shanten: "{n}向听", never: "不可能和牌",
    selected: "{tile}", standsFor: "可当作", ownOnly: "只当自己", usedAs: "在此手中当作", times: "{kind}：{n}",
    remove: "取出", makeBlue: "变蓝", makePlain: "变普通",
    model: "模型：精确覆盖", modelHint: "每行是手中一种牌，每列是它可能所在的一组。所选的列（亮色，在左）恰好覆盖每一行。点上面的分解来选择。",
    form: "牌型", columnsN: "{rows} 行，{n} 列", columnsCut: "显示 {all} 列中的 {n} 列", group: "组", noModel: "没有这个张数的牌型。",
    noServer: "服务器没有回应。", faultAt: "第 {at} 个字符",
    unexpected: "不能用的字符", noDigits: "花色前没有数字", noTile: "没有这张牌", noSuit: "数字后没有花色", noEnd: "括号未闭合",
    suitFirst: "花色写在数字后面，如 123m456p", honourLetter: "东南西北写 1z 2z 3z 4z，白发中写 5z 6z 7z", otherSuit: "万写 m，筒写 p，条写 s，字牌写 z，如 123m456p",
    tanki: "单骑", shanpon: "对碰", ryanmen: "两面", kanchan: "嵌张", penchan: "边张",
    "seven-pairs": "七对", "orphans-single": "十三幺", "orphans-thirteen": "十三幺十三面", "run-other": "顺子", any: "任意",
    standard: "四组一对", "thirteen-orphans": "十三幺", "fourteen-blue": "十四张蓝牌",
    badRules: "规则有错误，见“规则”。",
    about_riichi: "日本麻将：四组一对、七对、十三幺；无万能牌", about_galaxy: "每种四张中一张为蓝：蓝数牌可当任一花色的同数牌，蓝风牌可当任一风牌，蓝箭牌可当任一箭牌",
    about_laizi: "四组一对；所选癞子和百搭可当任何牌", about_hongzhong: "数牌加红中；红中为癞子，可当任何数牌；七对中四张相同算两对",
    about_sichuan: "只用数牌，至多两门；七对中四张相同算两对", about_chinitsu: "清一色经典题：四组一对",
    noCopy: "已无剩牌", addTile: "加入{tile}", foot: "全部计算都在本机的这个程序里进行。", api: "HTTP 接口", licences: "许可",
  },
};

export const LANGUAGES = { en: "English", ja: "日本語", zh: "中文" };

let current = "en";

export const lang = () => current;

/** Sets the language, and translates what the page holds from the start. */
export function setLang(language) {
  current = language in WORDS ? language : "en";
  document.documentElement.lang = current;
  document.title = t("title");
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of document.querySelectorAll("[data-t-label]")) {
    element.setAttribute("aria-label", t(element.dataset.tLabel));
  }
}

/** The language of the browser, as far as there is one here. */
export function preferred() {
  const wanted = (navigator.languages ?? []).map((tag) => tag.slice(0, 2));
  return wanted.find((tag) => tag in WORDS) ?? "en";
}

/** A text with its values; a word that is none here stands for itself (a form of one's own). */
export function t(key, values = {}) {
  const text = WORDS[current][key] ?? WORDS.en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** Every language has every word: for the tests. */
export const lacking = () =>
  Object.entries(WORDS).flatMap(([language, words]) =>
    Object.keys(WORDS.en).filter((key) => !(key in words)).map((key) => `${language}.${key}`),
  );
