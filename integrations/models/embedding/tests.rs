//! The endpoint against a scripted server: as servers answer, and as bad ones do.

use kernel::Secret;
use kernel::ports::{Embedder, EmbeddingError, Vector};
use serde_json::{Value, json};
use wire::Address;

use super::{BATCH, Embedding, EmbeddingSettings, LONGEST};
use crate::scripted::{Answer, Server};

fn answer(data: &[Value]) -> Answer {
    Answer::of(json!({ "object": "list", "data": data, "usage": { "prompt_tokens": 3 } }).to_string())
}

fn embedded(index: usize, embedding: &[f32]) -> Value {
    json!({ "object": "embedding", "index": index, "embedding": embedding })
}

async fn embed(answers: Vec<Answer>, texts: &[String]) -> (Result<Vec<Vector>, EmbeddingError>, Server) {
    let server = Server::start(answers).await;
    let settings = EmbeddingSettings {
        url: Address::parse("[search] url", &format!("{}/v1/embeddings", server.address)).unwrap(),
        model: "small".to_owned(),
        key: Some(Secret::new("sk-test")),
    };
    (Embedding::new(settings).unwrap().embed(texts).await, server)
}

fn texts(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn vector(numbers: &[f32]) -> Vector {
    Vector::new(numbers.to_vec()).unwrap()
}

#[tokio::test]
async fn each_text_gets_its_vector_in_whatever_order_they_come() {
    let said = answer(&[embedded(1, &[0.0, 2.0]), embedded(0, &[1.0, 0.0])]);
    let (vectors, server) = embed(vec![said], &texts(&["mail", "Wetter"])).await;
    assert_eq!(vectors.unwrap(), [vector(&[1.0, 0.0]), vector(&[0.0, 1.0])]);
    let asked = &server.asked()[0];
    assert_eq!(asked.path, "/v1/embeddings");
    assert_eq!(asked.headers["authorization"], "Bearer sk-test");
    assert_eq!(
        asked.body,
        json!({ "model": "small", "input": ["mail", "Wetter"], "encoding_format": "float" })
    );
}

#[tokio::test]
async fn many_texts_go_out_in_batches_and_long_ones_are_cut() {
    let long = "ü".repeat(LONGEST + 10);
    let many: Vec<String> = (0..=BATCH).map(|_| long.clone()).collect();
    let all: Vec<Value> = (0..BATCH).map(|index| embedded(index, &[1.0])).collect();
    let (vectors, server) = embed(vec![answer(&all), answer(&[embedded(0, &[1.0])])], &many).await;
    assert_eq!(vectors.unwrap().len(), BATCH + 1);
    let asked = server.asked();
    assert_eq!(
        asked.iter().map(|asked| asked.body["input"].as_array().unwrap().len()).collect::<Vec<_>>(),
        [BATCH, 1]
    );
    assert_eq!(asked[1].body["input"][0].as_str().unwrap().chars().count(), LONGEST);
}

#[tokio::test]
async fn nothing_to_embed_asks_nobody() {
    let (vectors, server) = embed(Vec::new(), &[]).await;
    assert_eq!(vectors.unwrap(), []);
    assert!(server.asked().is_empty());
}

#[tokio::test]
async fn a_server_that_is_away_is_told_from_one_that_refuses_us() {
    for status in [429, 500, 503] {
        let (vectors, _) = embed(vec![Answer::refusal(status, "busy", "later")], &texts(&["mail"])).await;
        assert!(matches!(vectors, Err(EmbeddingError::Away(_))), "{status}: {vectors:?}");
    }
    for status in [400, 401, 404] {
        let (vectors, _) = embed(vec![Answer::refusal(status, "no", "sk-test")], &texts(&["mail"])).await;
        assert!(matches!(vectors, Err(EmbeddingError::Refused(_))), "{status}: {vectors:?}");
        assert!(!vectors.unwrap_err().to_string().contains("sk-test"));
    }
    let broken = Answer::of("{\"data\": [").then_dropped();
    let (vectors, _) = embed(vec![broken], &texts(&["mail"])).await;
    assert!(matches!(vectors, Err(EmbeddingError::Away(_))), "{vectors:?}");
}

#[tokio::test]
async fn an_answer_that_does_not_fit_the_question_is_none() {
    let wrong = [
        Answer::of("no JSON"),
        answer(&[]),
        answer(&[embedded(0, &[1.0])]),
        answer(&[embedded(0, &[1.0]), embedded(7, &[1.0])]),
        answer(&[embedded(0, &[1.0]), embedded(1, &[1.0, 0.0])]),
        answer(&[embedded(0, &[1.0]), embedded(1, &[0.0])]),
    ];
    for wrong in wrong {
        let (vectors, _) = embed(vec![wrong], &texts(&["mail", "Wetter"])).await;
        assert!(matches!(vectors, Err(EmbeddingError::Refused(_))), "{vectors:?}");
    }
}
