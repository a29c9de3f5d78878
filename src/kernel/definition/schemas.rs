//! Schemas of arguments whose fields are not listed. schemars writes `true` for a JSON value, which is a schema too, but MCP
//! clients that check a tool strictly take objects only and refuse it.

use schemars::{Schema, SchemaGenerator, json_schema};

/// Any object.
pub fn any_object(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "object" })
}

/// A list of any objects.
pub fn any_objects(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "array", "items": { "type": "object" } })
}
