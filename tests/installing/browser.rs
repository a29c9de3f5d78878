//! Somebody installs the app: a browser goes from us to Slack and back, and keeps its cookies.

use wire::{Configured, Method, Url};

use crate::harness::Town;

pub struct Browser {
    wire: Configured,
    base: String,
    authorize: Url,
    /// What it sends back to us.
    pub cookie: String,
}

/// A page, and whether it says that something was done.
#[derive(Debug)]
pub struct Page {
    pub status: u16,
    pub words: String,
}

/// What is pressed on Slack's page, and by whom.
pub struct Press<'a> {
    pub team: &'a str,
    pub person: &'a str,
    pub decision: &'a str,
    pub everywhere: bool,
}

impl Browser {
    pub fn new(town: &Town) -> Self {
        Self {
            wire: town.control.wire().clone(),
            base: format!("http://127.0.0.1:{}", town.port()),
            authorize: Url::parse(&town.card().slack_authorize_url).unwrap(),
            cookie: String::new(),
        }
    }

    /// From our own page to Slack's; gives what Slack is asked for.
    pub async fn begins(&mut self) -> Url {
        let url = Url::parse(&format!("{}/slack/install", self.base)).unwrap();
        let answer = self.wire.request(Method::GET, url).send().await.unwrap();
        assert_eq!(answer.status.as_u16(), 303);
        let cookie = answer.headers["set-cookie"].to_str().unwrap();
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
        cookie.split(';').next().unwrap().clone_into(&mut self.cookie);
        let asked = Url::parse(answer.headers["location"].to_str().unwrap()).unwrap();
        assert_eq!((asked.origin(), asked.path()), (self.authorize.origin(), self.authorize.path()));
        asked
    }

    /// Presses a button on Slack's page; gives where Slack sends the browser.
    pub async fn presses(&self, asked: &Url, press: &Press<'_>) -> Url {
        let query = format!("{}&team={}", asked.query().unwrap(), press.team);
        let mut form =
            vec![("query", query.as_str()), ("person", press.person), ("decision", press.decision)];
        form.extend(press.everywhere.then_some(("everywhere", "1")));
        let answer =
            self.wire.request(Method::POST, self.authorize.clone()).form(&form).send().await.unwrap();
        assert_eq!(answer.status.as_u16(), 302, "{}", String::from_utf8_lossy(&answer.body));
        Url::parse(answer.headers["location"].to_str().unwrap()).unwrap()
    }

    pub async fn returns(&self, back: &Url) -> Page {
        let request = self.wire.request(Method::GET, back.clone()).header("cookie", &self.cookie);
        let answer = request.send().await.unwrap();
        assert_eq!(answer.headers["referrer-policy"], "no-referrer");
        Page { status: answer.status.as_u16(), words: String::from_utf8(answer.body.to_vec()).unwrap() }
    }

    /// All the way.
    pub async fn goes(&mut self, press: &Press<'_>) -> Page {
        let asked = self.begins().await;
        let back = self.presses(&asked, press).await;
        self.returns(&back).await
    }
}

pub fn parameter(url: &Url, name: &str) -> String {
    let found = url.query_pairs().find(|(known, _)| known == name);
    found.map(|(_, value)| value.into_owned()).unwrap_or_default()
}
