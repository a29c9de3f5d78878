//! A faked world: names, and servers of our own in the place of public addresses.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;

use super::super::Guarded;
use super::super::names::{Looking, Names};
use crate::crypto::{Roots, tls};
use crate::{Timeouts, Url};

/// Far more than any test needs, so that none depends on how fast the machine is.
pub(super) const PATIENT: Timeouts =
    Timeouts { connect: Duration::from_mins(1), answer: Duration::from_mins(2) };

/// Two addresses of the public internet. Nothing ever leaves for them.
pub(super) const HERE: &str = "93.184.215.14";
pub(super) const THERE: &str = "151.101.1.140";

/// Answers in turn, the last one again and again; and remembers what it was asked.
#[derive(Default)]
pub(super) struct FakeNames {
    answers: Mutex<HashMap<String, Vec<Vec<IpAddr>>>>,
    asked: Mutex<Vec<String>>,
}

impl FakeNames {
    pub(super) fn new(rows: &[(&str, &[&str])]) -> Arc<Self> {
        let names = Self::default();
        for (name, answers) in rows {
            names.next_answer(name, answers);
        }
        Arc::new(names)
    }

    pub(super) fn next_answer(&self, name: &str, addresses: &[&str]) {
        let addresses = addresses.iter().map(|address| address.parse().unwrap()).collect();
        self.answers.lock().unwrap().entry(name.to_owned()).or_default().push(addresses);
    }

    pub(super) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

impl Names for FakeNames {
    fn addresses(&self, name: &str) -> Looking {
        self.asked.lock().unwrap().push(name.to_owned());
        let mut answers = self.answers.lock().unwrap();
        let found = match answers.get_mut(name) {
            Some(left) if left.len() > 1 => Ok(left.remove(0)),
            Some(left) => Ok(left[0].clone()),
            None => Err(std::io::Error::other("no such name")),
        };
        Box::pin(std::future::ready(found))
    }
}

pub(super) fn guard(names: Arc<FakeNames>) -> Guarded {
    Guarded::over(names, tls(Roots::Nobody), PATIENT)
}

impl Guarded {
    /// From after the check on, the server at `real` stands in for a public address.
    pub(super) fn standing_in_for(mut self, public: &str, port: u16, real: SocketAddr) -> Self {
        self.stand_ins.insert(SocketAddr::new(public.parse().unwrap(), port), real);
        self
    }
}

/// A server of this machine.
pub(super) async fn serve(app: Router) -> SocketAddr {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await });
    address
}

/// `example.com` and `www.example.com` here, `example.org` there: both served by `app`.
pub(super) async fn two_sites(app: Router) -> Guarded {
    let names =
        FakeNames::new(&[("example.com", &[HERE]), ("www.example.com", &[HERE]), ("example.org", &[THERE])]);
    let real = serve(app).await;
    guard(names).standing_in_for(HERE, 80, real).standing_in_for(THERE, 80, real)
}

pub(super) fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}
