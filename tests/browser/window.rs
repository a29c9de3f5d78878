//! A browser and its tabs, driven as a person would: mouse, keys, eyes.

use std::time::{Duration, Instant};

use chromiumoxide::cdp::browser_protocol::page::CaptureScreenshotFormat;
use chromiumoxide::page::ScreenshotParams;
use chromiumoxide::{BrowserConfig, Element, Page};
use futures_util::StreamExt as _;

const PATIENCE: Duration = Duration::from_mins(3);

pub struct Browser {
    browser: chromiumoxide::Browser,
    _profile: tempfile::TempDir,
}

pub struct Window(Page);

#[derive(Clone, Copy)]
enum Which {
    First,
    Last,
}

impl Browser {
    pub async fn start(width: u32, height: u32) -> Self {
        let profile = tempfile::tempdir().unwrap();
        let viewport = chromiumoxide::handler::viewport::Viewport { width, height, ..Default::default() };
        let config = BrowserConfig::builder()
            .chrome_executable("/usr/bin/chromium")
            .user_data_dir(profile.path())
            .window_size(width, height)
            .viewport(viewport)
            .no_sandbox()
            .request_timeout(Duration::from_secs(10))
            .args(["disable-gpu", "disable-quic", "no-first-run", "disable-background-networking"])
            .args(["disable-component-update", "disable-sync", "force-color-profile=srgb", "lang=en-GB"])
            .build()
            .unwrap();
        let (browser, mut handler) = chromiumoxide::Browser::launch(config).await.expect("chromium starts");
        tokio::spawn(async move { while handler.next().await.is_some() {} });
        Self { browser, _profile: profile }
    }

    pub async fn open(&self, address: &str) -> Window {
        let page = self.browser.new_page(address).await.unwrap();
        page.wait_for_navigation().await.unwrap();
        Window(page)
    }

    /// The tab that somebody opened by pressing a button.
    pub async fn tab_with(&self, address: &str) -> Window {
        let began = Instant::now();
        loop {
            for page in self.browser.pages().await.unwrap() {
                if page.url().await.ok().flatten().is_some_and(|url| url.contains(address)) {
                    page.bring_to_front().await.unwrap();
                    return Window(page);
                }
            }
            assert!(began.elapsed() < PATIENCE, "no tab with {address}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

impl Window {
    pub async fn evaluate(&self, condition: &str) -> bool {
        let condition = format!("Boolean({condition})");
        let result = self.0.evaluate(condition).await;
        // A page that is just being replaced has no answer.
        result.ok().and_then(|result| result.into_value::<bool>().ok()).unwrap_or(false)
    }

    pub async fn until(&self, what: &str, condition: &str) {
        let began = Instant::now();
        while !self.evaluate(condition).await {
            if began.elapsed() > PATIENCE {
                self.picture("failure").await;
                let url = self.0.url().await.ok().flatten().unwrap_or_default();
                panic!("{url} does not show {what}; see tests/screens/failure.png");
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// Waits until the words can be seen anywhere on the page.
    pub async fn sees(&self, words: &str) {
        self.sees_in("body", words).await;
    }

    pub async fn sees_in(&self, selector: &str, words: &str) {
        let condition = format!("document.querySelector({selector:?})?.innerText.includes({words:?})");
        self.until(&format!("{words:?} in {selector}"), &condition).await;
    }

    pub async fn has(&self, selector: &str) {
        self.has_nth(selector, 0).await;
    }

    pub async fn has_nth(&self, selector: &str, nth: usize) {
        let condition = format!("document.querySelectorAll({selector:?}).length > {nth}");
        self.until(&format!("{} of {selector}", nth + 1), &condition).await;
    }

    pub async fn lacks(&self, selector: &str) {
        self.until(&format!("no {selector}"), &format!("!document.querySelector({selector:?})")).await;
    }

    pub async fn click(&self, selector: &str) {
        self.act_on(selector, Which::First, async |element| element.click().await.map(drop)).await;
    }

    pub async fn click_last(&self, selector: &str) {
        self.act_on(selector, Which::Last, async |element| element.click().await.map(drop)).await;
    }

    pub async fn scroll_to(&self, selector: &str) {
        self.act_on(selector, Which::First, async |element| element.scroll_into_view().await.map(drop)).await;
    }

    /// A live page may replace an element between being found and being touched; then it is looked for again. Nothing
    /// has happened to it by then: the driver fails before it moves the mouse.
    async fn act_on(
        &self,
        selector: &str,
        which: Which,
        act: impl AsyncFn(&Element) -> Result<(), chromiumoxide::error::CdpError>,
    ) {
        self.has(selector).await;
        let began = Instant::now();
        loop {
            let found = self.0.find_elements(selector).await.unwrap_or_default();
            let element = match which {
                Which::First => found.first(),
                Which::Last => found.last(),
            };
            if let Some(element) = element
                && act(element).await.is_ok()
            {
                return;
            }
            assert!(began.elapsed() < PATIENCE, "{selector} cannot be touched");
        }
    }

    /// Types where the focus is.
    pub async fn write(&self, words: &str) {
        self.body().await.type_str(words).await.unwrap();
    }

    /// Types over what stands in a field.
    pub async fn rewrite(&self, selector: &str, words: &str) {
        self.click(selector).await;
        self.until(selector, &format!("document.querySelector({selector:?})?.select() === undefined")).await;
        for (number, line) in words.split('\n').enumerate() {
            if number > 0 {
                self.press("Enter").await;
            }
            self.write(line).await;
        }
        self.until(words, &format!("document.querySelector({selector:?})?.value === {words:?}")).await;
    }

    pub async fn press(&self, key: &str) {
        self.body().await.press_key(key).await.unwrap();
    }

    /// Keys go to whatever has the focus; the driver wants an element to send them by. A page that is just being
    /// replaced has none for a moment.
    async fn body(&self) -> Element {
        let began = Instant::now();
        loop {
            match self.0.find_element("body").await {
                Ok(body) => return body,
                Err(error) => assert!(began.elapsed() < PATIENCE, "no page: {error}"),
            }
        }
    }

    /// Presses Tab until the focus is there.
    pub async fn tab_to(&self, selector: &str) {
        self.tab_until(selector, &format!("document.activeElement?.matches({selector:?})")).await;
    }

    pub async fn tab_to_last(&self, selector: &str) {
        let last = format!("document.activeElement === [...document.querySelectorAll({selector:?})].at(-1)");
        self.tab_until(selector, &last).await;
    }

    async fn tab_until(&self, selector: &str, condition: &str) {
        for _ in 0..150 {
            if self.evaluate(condition).await {
                return;
            }
            self.press("Tab").await;
        }
        self.picture("failure").await;
        panic!("{selector} cannot be reached by Tab");
    }

    /// Nothing sticks out to the right.
    pub async fn fits_its_width(&self) {
        let condition = "document.documentElement.scrollWidth <= document.documentElement.clientWidth";
        self.until("a page as wide as the screen", condition).await;
    }

    pub async fn address(&self) -> String {
        self.0.url().await.unwrap().unwrap_or_default()
    }

    pub async fn come_back(&self) {
        self.0.bring_to_front().await.unwrap();
    }

    pub async fn close(self) {
        self.0.close().await.unwrap();
    }

    /// A picture needs a frame, and a tab that another one has just covered draws none: the browser then keeps the
    /// request for ever. Brought to the front, the tab draws again.
    pub async fn picture(&self, name: &str) {
        for _ in 0..6 {
            self.come_back().await;
            let parameters = ScreenshotParams::builder().format(CaptureScreenshotFormat::Png).build();
            if let Ok(picture) = self.0.screenshot(parameters).await {
                std::fs::write(format!("tests/screens/{name}.png"), picture).unwrap();
                return;
            }
        }
        panic!("the browser draws no picture of {name}");
    }
}
