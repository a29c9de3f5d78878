//! Slack calls us, and others do.

use hmac::{Hmac, Mac};
use sha2::Sha256;

use super::*;

/// Says something to whoever listens there, in HTTP, and hears the first line of the answer.
fn call(address: std::net::SocketAddr, request: &str) -> std::io::Result<String> {
    use std::io::{BufRead as _, BufReader, Write as _};
    let mut stream = std::net::TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    stream.write_all(request.as_bytes())?;
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line)?;
    Ok(line)
}

fn signed(secret: &str, body: &str) -> String {
    let at = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    let mut seal = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    seal.update(format!("v0:{at}:{body}").as_bytes());
    let signature = format!("v0={}", hex::encode(seal.finalize().into_bytes()));
    format!(
        "POST {PATH} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {}\r\nX-Slack-Signature: {signature}\r\n\
         X-Slack-Request-Timestamp: {at}\r\n\r\n{body}",
        body.len()
    )
}

/// The runtime of this test has one thread, and that is busy while Slack calls.
#[tokio::test]
async fn who_calls_us_is_answered_whatever_the_house_is_busy_with_and_the_house_does_the_rest() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (letters, mut arriving) = mpsc::unbounded_channel();
    let inbox: Arc<dyn Inbox> = Arc::new(Notebook::default());
    let hook = Hook::new(&Secret::new("shh".to_owned()), inbox, letters).with_proof(Arc::new(Strict));
    let thread = || async { std::thread::current().name().unwrap_or_default().to_owned() };
    let pages = axum::Router::new().route("/page", axum::routing::get(thread));
    let stop = Stop::default();
    let serving = tokio::spawn(hook.serve(listener, pages, stop.clone()));
    tokio::task::yield_now().await;

    let event = r#"{"type":"event_callback","event_id":"Ev1","event":{"type":"app_mention","text":"hello"}}"#;
    assert!(call(address, &signed("shh", event)).unwrap().contains("200"));
    assert!(call(address, &signed("other", event)).unwrap().contains("401"));
    assert_eq!(arriving.try_recv().unwrap().id, InboundId(1));

    // What has to be worked on is not begun before the house has time for it.
    let view = json!({ "callback_id": crate::action_ids::EDITS, "private_metadata": "bad", "blocks": [{ "block_id": "to" }] });
    let form = json!({ "type": "view_submission", "view": view }).to_string();
    let form = signed(
        "shh",
        &format!("payload={}", url::form_urlencoded::byte_serialize(form.as_bytes()).collect::<String>()),
    );
    let asked = ["GET /page HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".to_owned(), form];
    let asked = asked.map(|request| std::thread::spawn(move || call(address, &request)));
    assert!(call(address, &signed("shh", event)).unwrap().contains("200"), "nobody waits for them");
    assert!(asked.iter().all(|asked| !asked.is_finished()));
    for asked in asked {
        let answer = tokio::task::spawn_blocking(|| asked.join().unwrap()).await.unwrap().unwrap();
        assert!(answer.contains("200"), "{answer}");
    }
    stop.pull();
    serving.await.unwrap().unwrap();
}
