//! The page of `ginga serve` in real headless Chromium. `--skip browser` leaves these tests out; they need
//! Debian's packages chromium and chromium-driver.

#![cfg(feature = "serve")]

use crate::common::browser::{Browser, Size};
use crate::common::server::Server;
use serde_json::json;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// One browser at a time: they are large.
static ALONE: Mutex<()> = Mutex::new(());

/// A server and a browser that looks at it.
struct Visit {
    browser: Browser,
    server: Server,
    _alone: MutexGuard<'static, ()>,
}

impl Visit {
    /// Opens the page with what its link holds.
    fn of(size: Size, link: &str) -> Visit {
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let visit =
            Visit { server: Server::start(&[]), browser: Browser::open(size), _alone: alone };
        visit.browser.go(&visit.url(link));
        visit
    }

    fn url(&self, link: &str) -> String {
        format!("http://{}/{link}", self.server.address)
    }

    /// Chooses one of a row of choices by a tap on its label.
    fn choose(&self, value: &str) {
        self.browser.tap(&format!("label:has(input[value={value}]) span"));
    }

    /// Taps tiles of the picker, plain or blue.
    fn pick(&self, tiles: &[&str]) {
        for tile in tiles {
            let blue = tile.ends_with(['M', 'P', 'S', 'Z']);
            self.choose(if blue { "blue" } else { "plain" });
            self.browser.tap(&format!("#picker [data-tile='{tile}']"));
        }
    }

    /// The hand as the text field has it.
    fn notation(&self) -> String {
        self.browser
            .js("return document.getElementById('notation').value")
            .as_str()
            .unwrap()
            .to_owned()
    }

    fn until_notation(&self, wanted: &str) {
        self.browser.until(&format!("the hand is {wanted}"), || self.notation() == wanted);
    }

    fn set(&self, id: &str, value: &str) {
        self.browser.tap(&format!("#{id} option[value='{value}']"));
    }

    /// The page ran without a complaint.
    fn done(self) {
        assert_eq!(self.browser.complaints(), Vec::<String>::new());
    }
}

/// A hand of the fixed examples: six decompositions, on the kinds 1m 4m 1p 4p 7p 1s.
const GALAXY: &str = "#hand=1m1M23m4M56p456s3Z4z4Z&rules=galaxy";

#[test]
fn browser_builds_a_hand_by_taps_and_reads_the_waits() {
    let visit = Visit::of(Size::Phone, "");
    let browser = &visit.browser;
    visit.pick(&["2m", "3m", "5p", "5P"]);
    browser.until_text("#verdict", "Tenpai · 8 winning tiles, 12 left");
    assert_eq!(
        browser.all("#waits .chip", "data-wait"),
        ["1m", "1M", "4m", "4M", "1P", "4P", "1S", "4S"]
    );
    let counts = browser.all("#waits .count", "textContent");
    assert_eq!(counts, ["×3", "×1", "×3", "×1", "×1", "×1", "×1", "×1"]);
    assert!(browser.all("#waits .shapes", "textContent").iter().all(|shapes| shapes == "ryanmen"));
    assert_eq!(visit.notation(), "23m5p5P");
    // At a glance beside the hand, and the way to all about them.
    assert_eq!(browser.all("#glance img", "src").len(), 8);
    browser.tap("#glance");
    assert_eq!(browser.js("return document.activeElement.id"), json!("answers"));
    // A tap selects a tile, a second one takes it out; what was can be had back.
    browser.tap("#hand button:first-child");
    browser.until_text("#selected", "2 man is only itself");
    browser.tap("#hand button:first-child");
    visit.until_notation("3m5p5P");
    browser.tap("#undo");
    browser.until_text("#verdict", "Tenpai · 8");
    // The one blue 5p is in the hand.
    assert_eq!(
        browser.js("return document.querySelector('#picker [data-tile=\"5P\"]').disabled"),
        json!(true)
    );
    visit.done();
}

#[test]
fn browser_filters_by_a_wait_and_by_what_a_blue_tile_stands_for() {
    let visit = Visit::of(Size::Desktop, GALAXY);
    let browser = &visit.browser;
    browser.until_text("#verdict", "13 winning tiles, 24 left");
    let shown = || browser.all("#list .decomposition", "aria-label");
    assert_eq!(shown().len(), 6);
    browser.tap("#waits [data-wait='7p']");
    browser.until("one waits for 7p", || shown().len() == 1);
    assert!(shown()[0].contains("[5 pin 6 pin] + 4 pin"), "{:?}", shown());
    assert_eq!(browser.all("#waits [data-wait='7p']", "aria-pressed"), ["true"]);
    browser.tap("#unfilter");
    browser.until("all are shown", || shown().len() == 6);
    // The blue 1m.
    browser.tap("#hand button:nth-child(2)");
    browser.until_text("#selected", "blue 1 man may be used as 1 man, 1 pin, 1 sou");
    assert_eq!(
        browser.all("#selected .use", "textContent"),
        ["1 man in 4", "1 pin in 1", "1 sou in 1"]
    );
    browser.tap("#selected .use:nth-child(2)");
    browser.until("one uses it as 1p", || shown().len() == 1);
    assert!(shown()[0].contains("[blue 1 man = 1 pin]"), "{:?}", shown());
    visit.done();
}

#[test]
fn browser_turns_a_tile_up_and_knows_jokers_of_classes() {
    let visit = Visit::of(Size::Desktop, "#hand=12m5p456789s11144z&rules=guangdong");
    let browser = &visit.browser;
    browser.until_text("#verdict", "tile turned up");
    visit.choose("indicator");
    browser.tap("#picker [data-tile='4p']");
    browser.until_text("#verdict", "Win");
    assert!(browser.js("return location.hash").as_str().unwrap().contains("indicator=4p"));
    // The tile turned up is out of the game, the next one wild.
    assert_eq!(browser.all("#hand .tile-box:has(.laizi)", "textContent").len(), 1);
    // Under rules that turn no tile up there is nothing to choose.
    visit.set("rules", "vietnam");
    browser.until("the choice is gone", || {
        browser.js("return document.getElementById('indicator-target').hidden") == json!(true)
    });
    browser.tap("#clear");
    visit.pick(&["2m", "3m", "5p"]);
    browser.tap("#picker [data-tile='ja']");
    browser.until_text("#verdict", "Tenpai");
    assert_eq!(visit.notation(), "23m5pja");
    visit.done();
}

#[test]
fn browser_share_link_holds_hand_and_rules() {
    let visit = Visit::of(Size::Desktop, "");
    let browser = &visit.browser;
    visit.set("rules", "laizi");
    visit.choose("wild");
    visit.pick(&["7z"]);
    visit.choose("visible");
    visit.pick(&["1m", "1m"]);
    visit.choose("hand");
    visit.pick(&["1m", "2m", "j", "7z"]);
    browser.until_text("#verdict", "Tenpai");
    let verdict = browser.text("#verdict");
    let link = browser.js("return location.href").as_str().unwrap().to_owned();
    browser.go(&link);
    browser.until_text("#verdict", &verdict);
    assert_eq!(visit.notation(), "12m7zj");
    assert_eq!(browser.js("return document.getElementById('rules').value"), json!("laizi"));
    let aside = browser.all("#aside button", "aria-label");
    assert_eq!(aside.len(), 3, "{aside:?}");
    // One's own rules are in the link, too: five copies of each tile.
    visit.set("rules", "custom");
    let toml = "format = 1\nname = \"mine\"\n[tiles]\nkinds = \"all\"\nplain = 5\n[forms.pair]\n\
                groups = [{ type = \"pair\", count = 1 }]\n";
    browser.js(&format!(
        "const toml = document.getElementById('toml'); toml.value = {}; \
         toml.dispatchEvent(new Event('input'))",
        json!(toml)
    ));
    browser.until_text("#toml-faults", "mine has no fault");
    browser.tap("#clear");
    browser.tap("#aside button");
    visit.choose("hand");
    visit.pick(&["3s"]);
    browser.until_text("#verdict", "Tenpai · 1 winning tile, 4 left");
    let link = browser.js("return location.href").as_str().unwrap().to_owned();
    browser.go(&link);
    browser.until_text("#verdict", "Tenpai · 1 winning tile, 4 left");
    // A link cut in two, or of nonsense, still opens the page.
    for link in ["#hand=12", "#hand=%ff%", "#rules=none&hand=x&wild=q", "#hand=<script>"] {
        browser.go(&visit.url(link));
        browser.until_text("#verdict", "Add tiles");
    }
    visit.done();
}

#[test]
fn browser_bad_toml_points_at_the_line() {
    let visit = Visit::of(Size::Desktop, GALAXY);
    let browser = &visit.browser;
    visit.set("rules", "custom");
    // It begins with the rules that were in force.
    browser.until_text("#toml-faults", "galaxy has no fault");
    // Typed at the start, a key at a time.
    browser.js("document.getElementById('toml').setSelectionRange(0, 0)");
    browser.keys("#toml", "\u{e011}");
    browser.js("document.getElementById('toml').setSelectionRange(0, 0)");
    browser.keys("#toml", "mleds = 5\n");
    browser.until_text("#toml-faults", "line 1, column 1: unknown key mleds; did you mean melds?");
    assert_eq!(browser.all("#toml-lines .bad", "textContent"), ["1\n"]);
    assert_eq!(browser.all("#toml", "aria-invalid"), ["true"]);
    browser.until_text("#answers", "The rule set has faults");
    // The fault leads to its place.
    browser.tap("#toml-faults .toml-fault");
    assert_eq!(
        browser.js("return [document.activeElement.id, document.activeElement.selectionStart]"),
        json!(["toml", 0])
    );
    browser.js("document.getElementById('toml').setSelectionRange(0, 10)");
    browser.keys("#toml", "\u{e017}");
    browser.until_text("#toml-faults", "galaxy has no fault");
    browser.until_text("#verdict", "13 winning tiles");
    visit.done();
}

#[test]
fn browser_switches_the_language() {
    let visit = Visit::of(Size::Phone, GALAXY);
    let browser = &visit.browser;
    for (language, verdict, tile) in [
        ("ja", "聴牌 · 待ち 13 種、残り 24 枚", "青の一萬"),
        ("zh", "听牌 · 听 13 种，剩 24 张", "蓝一万"),
        ("en", "Tenpai · 13", "blue 1 man"),
    ] {
        visit.set("language", language);
        browser.until_text("#verdict", verdict);
        assert_eq!(browser.js("return document.documentElement.lang"), json!(language));
        assert_eq!(browser.all("#hand button", "aria-label")[1], tile);
        let empty = browser.js(
            "return [...document.querySelectorAll('[data-t]')].filter((one) => !one.textContent).length",
        );
        assert_eq!(empty, json!(0));
    }
    // Every language has every word; the choice is kept.
    let lacking = "return import('/js/i18n.js').then((module) => module.lacking())";
    assert_eq!(browser.js(lacking), json!([]));
    visit.set("language", "ja");
    browser.go(&visit.url(""));
    browser.until_text("#hand-title", "手牌");
    visit.done();
}

#[test]
fn browser_is_used_by_keyboard_alone() {
    let (tab, enter, space, left, right, delete) =
        ("\u{e004}", "\u{e007}", " ", "\u{e012}", "\u{e014}", "\u{e017}");
    let visit = Visit::of(Size::Desktop, "");
    let browser = &visit.browser;
    let focus = || {
        browser.js("return document.activeElement.dataset?.tile ?? document.activeElement.id ?? ''")
    };
    let tab_to = |wanted: &str| {
        for _ in 0..40 {
            if focus() == json!(wanted) {
                return;
            }
            browser.press(tab);
        }
        panic!("{wanted} is not in the tab order");
    };
    tab_to("notation");
    browser.press("123m");
    visit.until_notation("123m");
    // On to the picker; the arrows move in it.
    tab_to("1m");
    browser.press(right);
    browser.press(right);
    assert_eq!(focus(), json!("3m"));
    browser.press(left);
    browser.press(enter);
    visit.until_notation("1223m");
    assert_eq!(focus(), json!("2m"));
    browser.press(space);
    visit.until_notation("12223m");
    // In the hand: to the last tile, which becomes blue, then out with it.
    browser.js("document.getElementById('language').focus()");
    for _ in 0..20 {
        browser.press(tab);
        if browser.js("return document.activeElement.closest('#hand') !== null") == json!(true) {
            break;
        }
    }
    browser.press("\u{e010}");
    browser.press("b");
    visit.until_notation("1222m3M");
    browser.press(delete);
    visit.until_notation("1222m");
    browser.until_text("#verdict", "Tenpai");
    // A wait filters by the space bar.
    for _ in 0..80 {
        browser.press(tab);
        if browser.js("return document.activeElement.dataset.wait !== undefined") == json!(true) {
            break;
        }
    }
    browser.press(space);
    browser.until("the filter is on", || {
        browser.all("#waits [aria-pressed=true]", "data-wait").len() == 1
    });
    // Everything that can be used has a name and, when it has the focus, a mark.
    let nameless = "return [...document.querySelectorAll('button, input, select, textarea')].filter((one) => \
                    !one.textContent.trim() && !one.ariaLabel && !one.labels?.length).map((one) => one.outerHTML)";
    assert_eq!(browser.js(nameless), json!([]));
    visit.done();
}

#[test]
fn browser_never_shows_an_older_answer() {
    let visit = Visit::of(Size::Desktop, "#hand=123m4&rules=riichi");
    let browser = &visit.browser;
    // The first question is answered late, and its withdrawal is not heard.
    browser.js("const ask = window.fetch; let first = true; \
         window.fetch = async (path, { signal, ...rest } = {}) => { \
           const late = first; first = false; const response = await ask(path, rest); \
           if (late) { await new Promise((done) => setTimeout(done, 800)); window.late = true; } \
           return response; }");
    browser.keys("#notation", "123m4p");
    browser
        .until("the late answer came", || browser.js("return window.late === true") == json!(true));
    browser.until_text("#verdict", "Tenpai · 1");
    browser.js("window.late = false");
    browser.tap("#clear");
    visit.pick(&["1z"]);
    browser.until_text("#verdict", "Tenpai · 1 winning tile, 3 left");
    visit.pick(&["2z"]);
    browser.until_text("#verdict", "No win");
    std::thread::sleep(std::time::Duration::from_millis(1000));
    assert!(browser.text("#verdict").contains("No win"));
    visit.done();
}

#[test]
fn browser_says_what_to_discard_from_fourteen_tiles() {
    let visit = Visit::of(Size::Desktop, "#hand=22334455667788s&rules=riichi");
    let browser = &visit.browser;
    browser.until_text("#verdict", "Win · 4 decompositions");
    assert_eq!(browser.all("#list .decomposition", "aria-label").len(), 4);
    browser.go(&visit.url("#hand=235m55p&rules=riichi"));
    browser.until_text("#verdict", "No win");
    // 5m leaves the wait on 1m and 4m, eight tiles; 2m the one on 4m, four.
    let discards = browser.all(".discards tr", "innerText");
    assert_eq!(discards.len(), 4, "{discards:?}");
    assert!(discards[0].contains("8 left") && discards[1].contains("4 left"), "{discards:?}");
    browser.tap(".discards tr:first-child button");
    visit.until_notation("23m55p");
    browser.until_text("#verdict", "Tenpai · 2 winning tiles, 8 left");
    assert!(discards[0].contains("Tenpai") && discards[2].contains("1-shanten"), "{discards:?}");
    // A hand that is far off says how far.
    browser.go(&visit.url("#hand=123m46p77z1s&rules=riichi"));
    browser.until_text("#verdict", "No win · Tenpai");
    visit.done();
}

#[test]
fn browser_calls_melds_and_kans() {
    let visit = Visit::of(Size::Desktop, "#hand=23m5p5P&rules=galaxy");
    let browser = &visit.browser;
    visit.choose("meld");
    visit.pick(&["3M", "3P", "3S"]);
    let offered = || browser.all("#draft button.main", "textContent");
    browser.until("three readings are offered", || offered().len() == 3);
    assert_eq!(offered(), ["Call as 333m", "Call as 333p", "Call as 333s"]);
    browser.tap("#draft button.main:nth-child(2)");
    visit.until_notation("23m5p5P[3MPS=333p]".replace("3MPS", "3M3P3S").as_str());
    visit.pick(&["4z", "4z", "4z", "4Z"]);
    browser.until("a kan is offered", || offered().len() >= 2);
    assert!(offered().contains(&"Concealed kan 4444z".to_owned()), "{:?}", offered());
    let kan = offered().iter().position(|one| one == "Concealed kan 4444z").unwrap() + 1;
    browser.tap(&format!("#draft button.main:nth-child({kan})"));
    visit.until_notation("23m5p5P[3M3P3S=333p](444z4Z=4444z)");
    browser.until_text("#verdict", "Tenpai · 8 winning tiles");
    // A tap on a called meld takes it back.
    browser.tap("#hand .meld");
    visit.until_notation("23m5p5P(444z4Z=4444z)");
    visit.done();
}

#[test]
fn browser_drags_tiles() {
    let visit = Visit::of(Size::Desktop, "#hand=123m&rules=riichi");
    let browser = &visit.browser;
    browser.drag("#picker [data-tile='4m']", Ok("#hand"));
    visit.until_notation("1234m");
    browser.drag("#hand button:first-child", Err((0, 300)));
    visit.until_notation("234m");
    // Let go where it was, a tile stays.
    browser.drag("#hand button:first-child", Err((20, 0)));
    visit.until_notation("234m");
    visit.done();
}

#[test]
fn browser_lights_the_columns_that_cover_the_hand() {
    let visit = Visit::of(Size::Desktop, "#hand=1112224588899m&rules=chinitsu");
    let browser = &visit.browser;
    browser.until_text("#verdict", "Tenpai");
    browser.tap("#model summary");
    browser.until("the matrix is there", || {
        !browser.all(".matrix thead .lit", "textContent").is_empty()
    });
    let lit = browser.all(".matrix thead .lit", "textContent");
    assert_eq!(lit, ["111m", "222m", "888m", "99m", "[45m]+36m"]);
    // Lit cells of each row add up to its tiles: 3 3 1 1 3 2.
    let sums = browser.js(
        "return [...document.querySelectorAll('.matrix tbody tr')].map((row) => \
         [...row.querySelectorAll('.lit')].reduce((sum, cell) => sum + Number(cell.textContent), 0))",
    );
    assert_eq!(sums, json!([3, 3, 1, 1, 3, 2]));
    browser.go(&visit.url("#hand=1223344888999m&rules=chinitsu"));
    browser.until("three decompositions", || {
        browser.all("#list .decomposition", "aria-label").len() == 3
    });
    browser.tap("#model summary");
    browser.until("the matrix is there", || {
        !browser.all(".matrix thead .lit", "textContent").is_empty()
    });
    let before = browser.all(".matrix thead .lit", "textContent");
    browser.tap("#list .decomposition:last-child");
    let after = browser.all(".matrix thead .lit", "textContent");
    assert_ne!(before, after);
    assert!(after.iter().any(|column| column.starts_with("[1m]")), "{after:?}");
    visit.done();
}

/// Reported, not asserted: other programs may run beside.
#[test]
fn browser_answers_a_tap_in_time() {
    let blue = ["1M", "2P", "3S", "4M", "5P", "6S", "7M", "8P", "9S", "1Z", "2Z", "5Z", "6Z"];
    let plain = ["1m", "1m", "2m", "2m", "3m", "3m", "4p", "4p", "5p", "5p", "6s", "6s", "7s"];
    let visit = Visit::of(Size::Phone, "");
    let browser = &visit.browser;
    println!("blue tiles  milliseconds from the tap to the answer, five taps");
    for count in 0..=blue.len() {
        let mut hand: Vec<&str> = blue[..count].to_vec();
        hand.extend(&plain[..13 - count]);
        let (last, others) = hand.split_last().unwrap();
        browser.go(&visit.url(&format!("#hand={}&rules=galaxy", others.concat())));
        visit.choose(if last.ends_with(['M', 'P', 'S', 'Z']) { "blue" } else { "plain" });
        let measures = "return performance.getEntriesByName('tap-to-answer').map((one) => Math.round(one.duration * 10) / 10)";
        for turn in 1..=5 {
            browser.js("performance.clearMeasures()");
            browser.tap(&format!("#picker [data-tile='{last}']"));
            browser.until("the answer is measured", || {
                browser.js(measures).as_array().is_some_and(|all| !all.is_empty())
            });
            let took = browser.js(measures)[0].clone();
            print!(
                "{}{:>8}",
                if turn == 1 { format!("{count:>10}") } else { String::new() },
                took.as_f64().unwrap()
            );
            browser.tap("#undo");
            browser.until("it is undone", || browser.all("#hand button", "type").len() == 12);
        }
        println!();
    }
    visit.done();
}

/// Pictures for people to look at, under target/screenshots.
#[test]
fn browser_is_pictured_at_phone_and_desktop_size() {
    for (size, name) in [(Size::Phone, "phone"), (Size::Desktop, "desktop")] {
        let visit = Visit::of(size, GALAXY);
        for theme in ["light", "dark"] {
            visit.set("theme", theme);
            visit.browser.until_text("#verdict", "Tenpai");
            visit.browser.screenshot(&format!("{name}-{theme}.png"));
        }
        // Nothing is wider than the window.
        let over =
            "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
        assert_eq!(visit.browser.js(over), json!(0), "{name}");
        visit.done();
    }
}

/// What the page reads out of a pasted text is what the program reads.
#[test]
fn browser_reads_pasted_hands() {
    let visit = Visit::of(Size::Desktop, "");
    let browser = &visit.browser;
    let read = |text: &str| {
        browser.js(&format!(
            "return import('/js/notation.js').then(({{ readHand, writeHand }}) => {{ \
               try {{ return writeHand(readHand({text:?})); }} \
               catch (fault) {{ return `${{fault.code}} at ${{fault.at}}`; }} }})"
        ))
    };
    let galaxy = ginga::RuleSet::builtin("galaxy").unwrap();
    for text in
        ["１２３ｍ", "一二三萬、東东-１Ｐ", "４＊ｍ四筒", "白［１２３ｍ］", "九條九索九条発发"]
    {
        let hand = ginga::Hand::parse(text, &galaxy).unwrap();
        assert_eq!(read(text), json!(hand.to_string()), "{text}");
    }
    for (text, fault) in [
        ("m123p456", "suitFirst at 0"),
        ("E S W N", "honourLetter at 0"),
        ("11EE", "honourLetter at 2"),
        ("1B2C3D", "otherSuit at 1"),
        ("1,2m", "noSuit at 0"),
        ("四筒伍", "unexpected at 2"),
    ] {
        assert_eq!(read(text), json!(fault), "{text}");
    }
    visit.done();
}
