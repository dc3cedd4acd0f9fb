//! A real browser: headless Chromium by its driver, one session a value.

use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use std::future::Future;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

/// How long the page may take for anything.
const PATIENCE: Duration = Duration::from_secs(20);

/// A window of the browser, and what drives it.
pub struct Browser {
    runtime: Runtime,
    client: Option<Client>,
    driver: Child,
    profile: PathBuf,
}

/// The size of a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// 390×844, with touch.
    Phone,
    /// 1280×800.
    Desktop,
}

impl Browser {
    /// Opens a window.
    pub fn open(size: Size) -> Browser {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the browser tests need Chromium and its driver: apt-get install chromium chromium-driver, or leave them out by `--skip browser`");
        let said = BufReader::new(driver.stdout.take().unwrap()).lines();
        let port = said.map_while(Result::ok).find_map(|line| {
            let port = line.split("started successfully on port ").nth(1)?;
            Some(port.trim_end_matches('.').to_owned())
        });
        let port = port.expect("chromedriver says its port");
        let profile = std::env::temp_dir().join(format!("ginga-browser-{}", driver.id()));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let url = format!("http://127.0.0.1:{port}");
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(capabilities(size, &profile));
        let client = runtime.block_on(builder.connect(&url)).expect("Chromium starts");
        Browser { runtime, client: Some(client), driver, profile }
    }

    fn client(&self) -> &Client {
        self.client.as_ref().expect("open until it is dropped")
    }

    fn wait_for<T, F: Future<Output = Result<T, CmdError>>>(&self, work: F) -> T {
        self.runtime.block_on(work).unwrap()
    }

    /// Opens an address and waits until the page is ready.
    pub fn go(&self, url: &str) {
        // The same page with another fragment is not loaded again.
        self.wait_for(self.client().goto("about:blank"));
        self.wait_for(self.client().goto(url));
        self.until("the page is ready", || {
            self.js("return document.documentElement.dataset.ready === 'true'") == json!(true)
        });
    }

    /// Runs a script.
    pub fn js(&self, script: &str) -> Value {
        self.wait_for(self.client().execute(script, Vec::new()))
    }

    fn find(&self, css: &str) -> Element {
        let started = Instant::now();
        loop {
            match self.runtime.block_on(self.client().find(Locator::Css(css))) {
                Ok(element) => return element,
                Err(_) if started.elapsed() < PATIENCE => {
                    std::thread::sleep(Duration::from_millis(20));
                }
                Err(error) => panic!("{css}: {error}"),
            }
        }
    }

    /// Taps or clicks an element, as a person would.
    pub fn tap(&self, css: &str) {
        let element = self.find(css);
        self.runtime
            .block_on(element.click())
            .unwrap_or_else(|error| panic!("{css} cannot be tapped: {error}"));
    }

    /// Types into an element.
    pub fn keys(&self, css: &str, text: &str) {
        let element = self.find(css);
        self.wait_for(element.send_keys(text));
    }

    /// Types into whatever has the focus.
    pub fn press(&self, text: &str) {
        let element = self.wait_for(self.client().active_element());
        self.wait_for(element.send_keys(text));
    }

    /// Drags the middle of one element to the middle of another, or so many pixels away from it.
    pub fn drag(&self, from: &str, to: Result<&str, (i64, i64)>) {
        use fantoccini::actions::{InputSource, MouseActions, PointerAction};
        let middle = |css: &str| -> (i64, i64) {
            let place = self.js(&format!(
                "const box = document.querySelector({}).getBoundingClientRect(); \
                 return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round)",
                json!(css)
            ));
            (place[0].as_i64().unwrap(), place[1].as_i64().unwrap())
        };
        let start = middle(from);
        let end = match to {
            Ok(css) => middle(css),
            Err((x, y)) => (start.0 + x, start.1 + y),
        };
        let moved = |(x, y): (i64, i64)| PointerAction::MoveTo {
            duration: Some(Duration::from_millis(60)),
            x: x as f64,
            y: y as f64,
        };
        let mouse = MouseActions::new("mouse".to_owned())
            .then(moved(start))
            .then(PointerAction::Down { button: 0 })
            .then(moved((i64::midpoint(start.0, end.0), i64::midpoint(start.1, end.1))))
            .then(moved(end))
            .then(PointerAction::Up { button: 0 });
        self.wait_for(self.client().perform_actions(mouse));
    }

    /// The text that is seen of an element.
    pub fn text(&self, css: &str) -> String {
        self.wait_for(self.find(css).text())
    }

    /// An attribute or property of every element found, in order.
    pub fn all(&self, css: &str, property: &str) -> Vec<String> {
        let script = format!(
            "return [...document.querySelectorAll({})].map((element) => \
             element.getAttribute({property}) ?? element[{property}])",
            json!(css),
            property = json!(property)
        );
        let found = self.js(&script);
        found
            .as_array()
            .unwrap()
            .iter()
            .map(|value| value.as_str().unwrap_or_default().to_owned())
            .collect()
    }

    /// Waits until something is so.
    pub fn until(&self, what: &str, so: impl Fn() -> bool) {
        let started = Instant::now();
        while !so() {
            let page = || self.js("return document.body.innerText.slice(0, 2000)");
            assert!(started.elapsed() < PATIENCE, "not so in time: {what}\n{}", page());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until an element's text holds these words.
    pub fn until_text(&self, css: &str, words: &str) {
        self.until(&format!("{css} says {words:?}"), || self.text(css).contains(words));
    }

    /// Keeps a picture of the window under target/screenshots, for people to look at.
    pub fn screenshot(&self, name: &str) {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/screenshots");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(name), self.wait_for(self.client().screenshot())).unwrap();
    }

    /// What the console complained about; a question at fault (422) is none of it.
    pub fn complaints(&self) -> Vec<String> {
        let entries = self.wait_for(self.client().issue_cmd(ConsoleLog));
        let messages = entries
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| entry["message"].as_str().unwrap().to_owned());
        messages.filter(|message| !message.contains("status of 422")).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if let Some(client) = self.client.take() {
            let _ = self.runtime.block_on(client.close());
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

fn capabilities(size: Size, profile: &std::path::Path) -> Capabilities {
    let mut args: Vec<String> = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--lang=en-US",
    ]
    .map(str::to_owned)
    .into();
    args.push(format!("--user-data-dir={}", profile.display()));
    let mut options = json!({"args": args, "prefs": {"intl.accept_languages": "en-US"}});
    match size {
        Size::Phone => {
            let metrics = json!({"width": 390, "height": 844, "pixelRatio": 2, "touch": true});
            options["mobileEmulation"] = json!({ "deviceMetrics": metrics });
        }
        Size::Desktop => {
            options["args"].as_array_mut().unwrap().push("--window-size=1280,800".into());
        }
    }
    let logging = json!({"browser": "ALL"});
    let all = json!({"goog:chromeOptions": options, "goog:loggingPrefs": logging});
    all.as_object().unwrap().clone()
}

/// Chromium's own command for what the console holds.
#[derive(Debug)]
struct ConsoleLog;

impl WebDriverCompatibleCommand for ConsoleLog {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/se/log", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(json!({"type": "browser"}).to_string()))
    }
}
