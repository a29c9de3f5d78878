//! Encrypted connections: whose name is said, whom we believe, and no way out of them.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread::JoinHandle;

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::aws_lc_rs::{default_provider, sign::any_ecdsa_type};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer, ServerName, UnixTime};
use rustls::sign::{CertifiedKey, SingleCertAndKey};
use rustls::{
    ClientConfig, DigitallySignedStruct, Error, ServerConfig, ServerConnection, SignatureScheme, StreamOwned,
};

use super::super::Guarded;
use super::stage::{FakeNames, HERE, PATIENT, guard, url};
use crate::{Method, WireError};

/// Believes anybody, so that a test needs no certificate.
#[derive(Debug)]
struct Anybody;

impl ServerCertVerifier for Anybody {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        vec![SignatureScheme::ECDSA_NISTP256_SHA256]
    }
}

fn believing_anybody(names: Arc<FakeNames>) -> Guarded {
    let tls = ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(Anybody))
        .with_no_client_auth();
    Guarded::over(names, Ok(tls), PATIENT)
}

/// Answers one request, and says what name it was called by and what it heard.
fn serve_once(answer: &'static str) -> (SocketAddr, JoinHandle<Option<(String, String)>>) {
    let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &SystemRandom::new()).unwrap();
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.as_ref().to_vec()));
    let shown = CertifiedKey::new(vec![CertificateDer::from(vec![0])], any_ecdsa_type(&key).unwrap());
    let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_cert_resolver(Arc::new(SingleCertAndKey::from(shown)));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let served = std::thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        let mut stream = StreamOwned::new(ServerConnection::new(Arc::new(config)).unwrap(), stream);
        let mut heard = Vec::new();
        while !heard.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).ok()?;
            heard.push(byte[0]);
        }
        stream.write_all(answer.as_bytes()).unwrap();
        stream.conn.send_close_notify();
        stream.flush().unwrap();
        Some((stream.conn.server_name()?.to_owned(), String::from_utf8(heard).unwrap()))
    });
    (address, served)
}

#[tokio::test]
async fn the_original_name_is_said_in_the_handshake_and_in_the_request() {
    let (real, served) = serve_once("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nwords");
    let guard =
        believing_anybody(FakeNames::new(&[("example.com", &[HERE])])).standing_in_for(HERE, 443, real);
    let landed = guard.request(Method::GET, url("https://example.com/")).send().await.unwrap();
    assert_eq!(landed.answer.body, "words");
    let (name, heard) = served.join().unwrap().unwrap();
    assert_eq!(name, "example.com");
    assert!(heard.contains("host: example.com\r\n"), "{heard}");
}

#[tokio::test]
async fn a_server_that_cannot_prove_its_name_hears_no_request() {
    let (real, served) = serve_once("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
    let guard = guard(FakeNames::new(&[("example.com", &[HERE])])).standing_in_for(HERE, 443, real);
    let refused =
        guard.request(Method::GET, url("https://example.com/?key=secret")).send().await.unwrap_err();
    assert!(matches!(refused, WireError::Unreachable { .. }), "{refused}");
    assert!(!refused.to_string().contains("secret"), "{refused}");
    assert_eq!(served.join().unwrap(), None);
}

#[tokio::test]
async fn an_encrypted_site_cannot_send_us_to_a_plain_one() {
    let (real, served) = serve_once(
        "HTTP/1.1 302 Found\r\nlocation: http://example.com/?key=secret\r\ncontent-length: 0\r\n\r\n",
    );
    let names = FakeNames::new(&[("example.com", &[HERE])]);
    let guard =
        believing_anybody(names.clone()).standing_in_for(HERE, 443, real).standing_in_for(HERE, 80, real);
    let refused = guard.request(Method::GET, url("https://example.com/")).send().await.unwrap_err();
    assert!(matches!(refused, WireError::Misdirected { .. }), "{refused}");
    assert!(!refused.to_string().contains("secret"), "{refused}");
    assert!(served.join().unwrap().is_some());
    assert_eq!(names.asked(), ["example.com"]);
}

#[tokio::test]
async fn without_root_certificates_plain_addresses_still_work_and_others_say_why() {
    let missing =
        WireError::Unreachable { host: "anything encrypted".to_owned(), why: "no roots".to_owned() };
    let names = FakeNames::new(&[("example.com", &[HERE])]);
    let real = super::stage::serve(axum::Router::new()).await;
    let guard = Guarded::over(names, Err(missing.clone()), PATIENT).standing_in_for(HERE, 80, real);
    assert_eq!(guard.request(Method::GET, url("https://example.com/")).send().await.unwrap_err(), missing);
    assert!(guard.request(Method::GET, url("http://example.com/")).send().await.is_ok());
}
