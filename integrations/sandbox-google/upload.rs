//! Media that comes in by the upload paths at once: alone (`media`), or behind its JSON (`multipart`).

use bytes::Bytes;
use sandbox_world::multipart;
use serde_json::Value;

use super::refusal::Refusal;

/// What an upload request carried.
#[derive(Debug)]
pub(crate) struct Upload {
    pub(crate) metadata: Value,
    pub(crate) media: Bytes,
    pub(crate) media_type: String,
}

/// Takes an upload apart by its `uploadType` and content type.
pub(crate) fn read(upload_type: Option<&str>, content_type: &str, body: &Bytes) -> Result<Upload, Refusal> {
    match upload_type {
        Some("media") => Ok(Upload {
            metadata: Value::Object(serde_json::Map::new()),
            media: body.clone(),
            media_type: plain_type(content_type),
        }),
        Some("multipart") => with_metadata(content_type, body),
        _ => Err(Refusal::argument(
            "Invalid upload request: uploadType must be media, multipart or resumable.",
        )),
    }
}

fn with_metadata(content_type: &str, body: &Bytes) -> Result<Upload, Refusal> {
    let malformed = || Refusal::argument("Malformed multipart body.");
    if plain_type(content_type) != "multipart/related" {
        return Err(malformed());
    }
    let mut parts = multipart::parts(content_type, body).ok_or_else(malformed)?.into_iter();
    let (Some(json), Some(media), None) = (parts.next(), parts.next(), parts.next()) else {
        return Err(malformed());
    };
    if plain_type(json.header("content-type")) != "application/json" {
        return Err(malformed());
    }
    let metadata = serde_json::from_slice(json.content).map_err(|_| malformed())?;
    let media_type = plain_type(media.header("content-type"));
    Ok(Upload { metadata, media: body.slice_ref(media.content), media_type })
}

fn plain_type(content_type: &str) -> String {
    content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_json_and_the_media_of_a_multipart_upload_are_told_apart() {
        let body = Bytes::from_static(
            b"--==b==\nContent-Type: application/json\nMIME-Version: 1.0\n\n{\"threadId\": \"7\"}\n\
              --==b==\nContent-Type: message/rfc822\n\nTo: a@b.example\n\nhi --==b== there\n--==b==--\n",
        );
        let upload = read(Some("multipart"), "multipart/related; boundary=\"==b==\"", &body).unwrap();
        assert_eq!(upload.metadata["threadId"], "7");
        assert_eq!(upload.media_type, "message/rfc822");
        assert_eq!(&upload.media[..], b"To: a@b.example\n\nhi --==b== there");
    }

    #[test]
    fn an_upload_of_another_kind_is_refused() {
        let body = Bytes::from_static(b"x");
        assert_eq!(read(None, "message/rfc822", &body).unwrap_err().code(), 400);
        assert_eq!(read(Some("multipart"), "text/plain", &body).unwrap_err().code(), 400);
    }
}
