//! A tool as the engine, the model and the manual see it: its spec with everything owned.

use schemars::schema_for;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Asking, Deed, Kind, Listing, Spec, Tool};

/// What run-time tools hand out directly and compiled ones derive from their [`Spec`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Definition {
    /// `area.verb`.
    pub name: String,
    /// What the model reads about it.
    pub description: String,
    /// JSON schema of the arguments.
    pub schema: Value,
    pub kind: Kind,
    /// All of any of.
    pub needs: Vec<Vec<String>>,
    pub aliases: Vec<String>,
    pub listing: Listing,
    pub asking: Asking,
    #[serde(default)]
    pub deed: Deed,
    pub version: u32,
}

impl Definition {
    /// A tool as its author declared it.
    pub fn of_tool<T: Tool>() -> Self {
        Self::of(&T::SPEC, schema_for!(T::Args).to_value())
    }

    fn of(spec: &Spec, mut schema: Value) -> Self {
        let description = schema
            .as_object_mut()
            .and_then(|schema| schema.remove("description"))
            .and_then(|words| words.as_str().map(str::to_owned))
            .unwrap_or_default();
        if let Some(schema) = schema.as_object_mut() {
            schema.remove("title");
            schema.remove("$schema");
        }
        Self {
            name: spec.name.to_owned(),
            description,
            schema,
            kind: spec.kind,
            needs: spec
                .needs
                .iter()
                .map(|any| any.iter().map(|scope| scope.0.to_owned()).collect())
                .collect(),
            aliases: spec.aliases.iter().map(|&alias| alias.to_owned()).collect(),
            listing: spec.listing,
            asking: spec.asking,
            deed: spec.deed,
            version: spec.version,
        }
    }

    /// The name on the model's wire, where dots are not allowed: `area__verb`.
    pub fn wire_name(&self) -> String {
        self.name.replace('.', "__")
    }
}
