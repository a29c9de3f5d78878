//! One discovery document, reduced to what the checks need.

use std::collections::BTreeMap;

use serde::Deserialize;

/// One API: its methods, schemas, global parameters and scopes.
#[derive(Debug)]
pub(crate) struct Api {
    /// `gmail`, `drive`, `calendar`, `docs` or `sheets`.
    pub(crate) name: String,
    /// The prefix of every path, without slashes around it; empty for Gmail.
    pub(crate) service_path: String,
    pub(crate) parameters: BTreeMap<String, Schema>,
    pub(crate) schemas: BTreeMap<String, Schema>,
    pub(crate) methods: Vec<Method>,
    pub(crate) scopes: Vec<String>,
}

/// One method of an API.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Method {
    /// e.g. `gmail.users.messages.get`.
    pub(crate) id: String,
    #[serde(rename = "httpMethod")]
    pub(crate) verb: String,
    pub(crate) path: String,
    #[serde(default)]
    pub(crate) parameters: BTreeMap<String, Schema>,
    #[serde(default)]
    pub(crate) request: Option<Reference>,
    #[serde(default)]
    pub(crate) response: Option<Reference>,
    #[serde(default)]
    pub(crate) scopes: Vec<String>,
    #[serde(default)]
    pub(crate) media_upload: Option<MediaUpload>,
    #[serde(default)]
    pub(crate) supports_media_download: bool,
}

/// A named schema.
#[derive(Debug, Deserialize)]
pub(crate) struct Reference {
    #[serde(rename = "$ref")]
    pub(crate) name: String,
}

/// Where and how much media a method takes.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MediaUpload {
    #[serde(default)]
    pub(crate) accept: Vec<String>,
    #[serde(default)]
    pub(crate) max_size: Option<String>,
    #[serde(default)]
    pub(crate) protocols: BTreeMap<String, Protocol>,
}

/// One upload protocol and its path.
#[derive(Debug, Deserialize)]
pub(crate) struct Protocol {
    pub(crate) path: String,
}

/// A parameter, a property or a whole body.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Schema {
    #[serde(rename = "type")]
    pub(crate) kind: Option<String>,
    #[serde(rename = "$ref")]
    pub(crate) reference: Option<String>,
    pub(crate) format: Option<String>,
    #[serde(rename = "enum")]
    pub(crate) choices: Option<Vec<String>>,
    pub(crate) location: Option<String>,
    pub(crate) required: bool,
    pub(crate) repeated: bool,
    pub(crate) minimum: Option<String>,
    pub(crate) maximum: Option<String>,
    pub(crate) properties: BTreeMap<String, Schema>,
    pub(crate) additional_properties: Option<Box<Schema>>,
    pub(crate) items: Option<Box<Schema>>,
}

impl Api {
    /// Reads a document.
    pub(crate) fn read(text: &str) -> Result<Self, serde_json::Error> {
        let mut raw: Raw = serde_json::from_str(text)?;
        let mut methods = Vec::new();
        for resource in std::mem::take(&mut raw.resources).into_values() {
            resource.collect(&mut methods);
        }
        Ok(Self {
            name: raw.name,
            service_path: raw.service_path.trim_matches('/').to_owned(),
            parameters: raw.parameters,
            schemas: raw.schemas,
            methods,
            scopes: raw.auth.oauth2.scopes,
        })
    }

    /// The name Google's consoles give the API.
    pub(crate) fn title(&self) -> &'static str {
        match self.name.as_str() {
            "gmail" => "Gmail API",
            "drive" => "Google Drive API",
            "calendar" => "Google Calendar API",
            "docs" => "Google Docs API",
            _ => "Google Sheets API",
        }
    }

    /// The host that names the API in error details; Calendar's differs from its short name.
    pub(crate) fn service(&self) -> String {
        match self.name.as_str() {
            "calendar" => "calendar-json.googleapis.com".to_owned(),
            name => format!("{name}.googleapis.com"),
        }
    }

    /// Drive and Calendar are of the older generation and word some refusals differently.
    pub(crate) fn is_older(&self) -> bool {
        matches!(self.name.as_str(), "drive" | "calendar")
    }

    /// Follows a reference to its schema.
    pub(crate) fn resolve<'a>(&'a self, schema: &'a Schema) -> &'a Schema {
        schema.reference.as_ref().and_then(|name| self.schemas.get(name)).unwrap_or(schema)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Raw {
    name: String,
    #[serde(default)]
    service_path: String,
    #[serde(default)]
    parameters: BTreeMap<String, Schema>,
    #[serde(default)]
    schemas: BTreeMap<String, Schema>,
    #[serde(default)]
    resources: BTreeMap<String, Resource>,
    auth: Auth,
}

#[derive(Deserialize)]
struct Auth {
    oauth2: OAuth2,
}

#[derive(Deserialize)]
struct OAuth2 {
    scopes: Vec<String>,
}

#[derive(Deserialize)]
struct Resource {
    #[serde(default)]
    methods: BTreeMap<String, Method>,
    #[serde(default)]
    resources: BTreeMap<String, Resource>,
}

impl Resource {
    fn collect(self, into: &mut Vec<Method>) {
        into.extend(self.methods.into_values());
        for resource in self.resources.into_values() {
            resource.collect(into);
        }
    }
}

/// `lowerCamel` as the field is called in Google's own sources, which is how its messages name it.
pub(crate) fn snake(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    for (index, letter) in name.char_indices() {
        if letter.is_ascii_uppercase() {
            if index > 0 {
                out.push('_');
            }
            out.push(letter.to_ascii_lowercase());
        } else {
            out.push(letter);
        }
    }
    out
}
