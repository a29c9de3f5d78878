//! Signing in as a person would, page by page, without a browser.

use std::collections::BTreeSet;

use serde_json::Value;
use wire::{Configured, Method, Url};

use super::Town;
use super::control::{Control, button};

/// Where a browser is sent that cannot reach us.
const NOBODY_LISTENS: u16 = 53682;

/// A page, and where it was found.
struct Page {
    wire: Configured,
    url: Url,
    status: u16,
    html: String,
}

impl Control {
    /// Takes the "Connect Google" button out of the offer after `seen` others, and goes all the way.
    pub async fn connect(&self, person: &str, address: &str, seen: usize) {
        let offer = self.offer_after(person, seen).await;
        self.sign_in(&link_of(&offer), person, address).await;
    }

    async fn offer_after(&self, person: &str, seen: usize) -> Value {
        self.until("an offer to connect", async || {
            let whispers = self.ephemerals(person).await;
            whispers.into_iter().filter(|whisper| button(whisper, "Connect Google").is_some()).nth(seen)
        })
        .await
    }

    /// Goes all the way from the link of an offer, and says which scopes Google was asked for.
    pub(super) async fn sign_in(&self, link: &str, account: &str, address: &str) -> BTreeSet<String> {
        let consent = open(self, link).await;
        let asked =
            consent.url.query_pairs().find(|(name, _)| name == "scope").expect("scopes are asked for").1;
        let asked = asked.split(' ').map(str::to_owned).collect();
        let page = allow(&consent, account, address).await;
        assert_eq!(page.status, 200, "{}", page.html);
        let done = press(&page, &[]).await;
        assert_eq!(done.status, 200, "{}", done.html);
        asked
    }
}

pub(super) fn link_of(offer: &Value) -> String {
    button(offer, "Connect Google").expect("a button")["url"].as_str().unwrap().to_owned()
}

async fn allow(consent: &Page, account: &str, address: &str) -> Page {
    assert_eq!(consent.status, 200, "{}", consent.html);
    press(consent, &[("account", account), ("address", address), ("decision", "allow")]).await
}

impl Town {
    /// Takes the "Connect Google" button out of a message only this person sees, and goes all the way.
    pub async fn connect(&self, person: &str) -> String {
        let offer = self.control.ephemeral_saying(person, "works once, for ten minutes").await;
        let page = self.consent(&offer, person).await;
        assert_eq!(page.status, 200, "{}", page.html);
        let done = press(&page, &[]).await;
        assert_eq!(done.status, 200, "{}", done.html);
        done.html
    }

    /// The same for the offer after `seen` others, e.g. when more is to be allowed.
    pub async fn connect_again(&self, person: &str, seen: usize) {
        self.control.connect(person, &self.address_of(person), seen).await;
    }

    /// The same with another account than their own.
    pub async fn connect_account(&self, person: &str, account: &str, seen: usize) {
        let offer = self.control.offer_after(person, seen).await;
        self.control.sign_in(&link_of(&offer), account, &self.address_of(account)).await;
    }

    /// Signs in at an address that Google was to be opened at, and says how the page it ends with looks.
    pub async fn sign_in_at(&self, address: &str, account: &str) -> (u16, String) {
        let consent = open(&self.control, address).await;
        let page = allow(&consent, account, &self.address_of(account)).await;
        (page.status, page.html)
    }

    /// As far as our own page that asks for a last press; the page as HTML.
    pub async fn come_back_as(&self, offered_to: &str, account: &str) -> (u16, String) {
        let offer = self.control.ephemeral_saying(offered_to, "works once, for ten minutes").await;
        let page = self.consent(&offer, account).await;
        (page.status, page.html)
    }

    /// Opens the link, and presses Cancel on Google's page.
    pub async fn cancel_sign_in(&self, person: &str) {
        let offer = self.control.ephemeral_saying(person, "works once, for ten minutes").await;
        let consent = open(&self.control, &link_of(&offer)).await;
        press(&consent, &[("account", person), ("decision", "cancel"), ("decision", "deny")]).await;
    }

    /// Allows everything, and says where the browser ends up: nobody listens there.
    pub async fn consent_ends_at(&self, offer: &Value, account: &str) -> String {
        self.consent(offer, account).await.url.into()
    }

    async fn consent(&self, offer: &Value, account: &str) -> Page {
        let consent = open(&self.control, &link_of(offer)).await;
        allow(&consent, account, &self.address_of(account)).await
    }

    pub fn address_of(&self, person: &str) -> String {
        self.card().people.iter().find(|known| known.handle == person).unwrap().address.clone()
    }
}

/// Opens an address and follows where it leads.
async fn open(control: &Control, link: &str) -> Page {
    follow(control.wire.clone(), Method::GET, Url::parse(link).unwrap(), None).await
}

/// Sends the page's form. `wanted` chooses among radio buttons and submit buttons by value.
async fn press(page: &Page, wanted: &[(&str, &str)]) -> Page {
    let html = scraper::Html::parse_document(&page.html);
    let select = |selector: &str| scraper::Selector::parse(selector).unwrap();
    let form = html.select(&select("form")).next().unwrap_or_else(|| panic!("no form in {}", page.html));
    let wanted = |value: &str| wanted.iter().any(|(_, choice)| value.eq_ignore_ascii_case(choice));
    let mut pairs: Vec<(String, String)> = Vec::new();
    for field in form.select(&select("input, button, select")) {
        let attribute = |name: &str| field.value().attr(name).unwrap_or_default().to_owned();
        let (name, value) = (attribute("name"), attribute("value"));
        let take = match attribute("type").as_str() {
            "radio" => wanted(&value),
            "checkbox" => true,
            "submit" | "button" => !name.is_empty() && wanted(&value),
            _ if field.value().name() == "button" => !name.is_empty() && wanted(&value),
            _ => true,
        };
        if take && !name.is_empty() {
            pairs.push((name, value));
        }
    }
    let action = page.url.join(form.value().attr("action").unwrap_or_default()).unwrap();
    follow(page.wire.clone(), Method::POST, action, Some(pairs)).await
}

async fn follow(
    wire: Configured,
    mut method: Method,
    mut url: Url,
    mut form: Option<Vec<(String, String)>>,
) -> Page {
    for _ in 0..10 {
        if url.port() == Some(NOBODY_LISTENS) {
            return Page { wire, url, status: 0, html: String::new() };
        }
        let mut request = wire.request(method.clone(), url.clone());
        if let Some(form) = form.take() {
            request = request.header("origin", &url.origin().ascii_serialization()).form(&form);
        }
        let answer = request.send().await.unwrap();
        let Some(next) = answer.headers.get("location") else {
            let html = String::from_utf8_lossy(&answer.body).into_owned();
            return Page { wire, url, status: answer.status.as_u16(), html };
        };
        url = url.join(next.to_str().unwrap()).unwrap();
        method = Method::GET;
    }
    panic!("too many redirects");
}
