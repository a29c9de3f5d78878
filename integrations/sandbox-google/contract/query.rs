//! Checks a query string: only declared parameters, each of its declared type.

use std::collections::BTreeMap;

use super::document::{Api, Method, Schema};
use crate::contract::document::snake;
use crate::refusal::Refusal;

/// The checked parameters of a request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Query(BTreeMap<String, Vec<String>>);

impl Query {
    /// The value of a parameter that may be given once.
    pub(crate) fn one(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(|values| values.first()).map(String::as_str)
    }

    /// All values of a repeated parameter.
    pub(crate) fn all(&self, name: &str) -> &[String] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }

    /// Whether a boolean parameter was set.
    pub(crate) fn is_true(&self, name: &str) -> bool {
        self.one(name) == Some("true")
    }

    /// A number within what the method documents as its default and maximum; more is cut down, as Gmail does.
    pub(crate) fn count(&self, name: &str, default: usize, maximum: usize) -> usize {
        match self.one(name).and_then(|value| value.parse().ok()) {
            None | Some(0) => default,
            Some(given) => maximum.min(given),
        }
    }
}

/// Checks the raw query string of a call.
pub(super) fn check(api: &Api, method: &Method, raw: &str) -> Result<Query, Refusal> {
    let mut query = BTreeMap::<String, Vec<String>>::new();
    for (name, value) in url::form_urlencoded::parse(raw.as_bytes()) {
        let declared = method
            .parameters
            .get(name.as_ref())
            .filter(|parameter| parameter.location.as_deref() == Some("query"))
            .or_else(|| api.parameters.get(name.as_ref()));
        let Some(parameter) = declared else { return Err(unknown(&name)) };
        // Calendar does not say what is wrong with a time.
        if api.name == "calendar"
            && parameter.format.as_deref() == Some("date-time")
            && value.parse::<jiff::Timestamp>().is_err()
        {
            return Err(Refusal::older(400, "badRequest", "Bad Request"));
        }
        check_value(&name, &value, parameter)?;
        let values = query.entry(name.clone().into_owned()).or_default();
        if !values.is_empty() && !parameter.repeated {
            return Err(Refusal::field(
                "",
                format!(
                    "Invalid JSON payload received. Unknown name \"{name}\": Proto field is not repeating, \
                     cannot start list."
                ),
            ));
        }
        values.push(value.into_owned());
    }
    let missing = method.parameters.iter().find(|(name, parameter)| {
        parameter.required && parameter.location.as_deref() == Some("query") && !query.contains_key(*name)
    });
    match missing {
        Some((name, _)) => Err(Refusal::required(name)),
        None => Ok(Query(query)),
    }
}

fn unknown(name: &str) -> Refusal {
    Refusal::field(
        "",
        format!(
            "Invalid JSON payload received. Unknown name \"{name}\": Cannot bind query parameter. Field '{name}' \
             could not be found in request message."
        ),
    )
}

fn check_value(name: &str, value: &str, parameter: &Schema) -> Result<(), Refusal> {
    let kind = match (parameter.kind.as_deref(), parameter.format.as_deref()) {
        (Some("boolean"), _) if !matches!(value, "true" | "false") => "TYPE_BOOL",
        (Some("integer"), Some("uint32")) if value.parse::<u32>().is_err() => "TYPE_UINT32",
        (Some("integer"), Some("int32") | None) if value.parse::<i32>().is_err() => "TYPE_INT32",
        (Some("string"), Some("uint64")) if value.parse::<u64>().is_err() => "TYPE_UINT64",
        (Some("string"), Some("int64")) if value.parse::<i64>().is_err() => "TYPE_INT64",
        (Some("number"), _) if value.parse::<f64>().is_err() => "TYPE_DOUBLE",
        (Some("string"), Some("date-time" | "google-datetime"))
            if value.parse::<jiff::Timestamp>().is_err() =>
        {
            "TYPE_TIMESTAMP"
        }
        _ if parameter.choices.as_ref().is_some_and(|choices| !choices.iter().any(|one| one == value)) => {
            "TYPE_ENUM"
        }
        _ => return check_bounds(name, value, parameter),
    };
    let field = snake(name);
    Err(Refusal::field(field.clone(), format!("Invalid value at '{field}' ({kind}), \"{value}\"")))
}

fn check_bounds(name: &str, value: &str, parameter: &Schema) -> Result<(), Refusal> {
    let Ok(number) = value.parse::<i64>() else { return Ok(()) };
    let bound = |text: &Option<String>| text.as_ref().and_then(|text| text.parse::<i64>().ok());
    let (low, high) = (bound(&parameter.minimum), bound(&parameter.maximum));
    if low.is_some_and(|low| number < low) || high.is_some_and(|high| number > high) {
        let range = format!("[{}, {}]", low.unwrap_or(i64::MIN), high.unwrap_or(i64::MAX));
        return Err(Refusal::field(
            snake(name),
            format!("Invalid value '{value}'. Values must be within the range: {range}"),
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::Contract;
    use super::*;

    fn checked(verb: &str, path: &str, query: &str) -> Result<Query, Refusal> {
        Contract::shared().find(verb, path).unwrap().unwrap().query(query)
    }

    const LIST: &str = "/gmail/v1/users/me/messages";

    #[test]
    fn an_undeclared_parameter_is_refused_in_googles_words() {
        let refusal = checked("GET", LIST, "query=hi").unwrap_err();
        assert_eq!(
            refusal.message(),
            "Invalid JSON payload received. Unknown name \"query\": Cannot bind query parameter. Field 'query' \
             could not be found in request message."
        );
        assert_eq!(refusal.body()["error"]["status"], "INVALID_ARGUMENT");
    }

    #[test]
    fn types_and_choices_are_checked() {
        assert!(checked("GET", LIST, "maxResults=ten").unwrap_err().message().contains("TYPE_UINT32"));
        assert!(checked("GET", LIST, "includeSpamTrash=yes").unwrap_err().message().contains("TYPE_BOOL"));
        let one = "/gmail/v1/users/me/messages/0123456789abcdef";
        assert!(checked("GET", one, "format=everything").unwrap_err().message().contains("'format'"));
        assert!(checked("GET", one, "format=full&alt=json&prettyPrint=false&fields=id").is_ok());
    }

    #[test]
    fn only_repeated_parameters_may_be_repeated() {
        assert!(checked("GET", LIST, "q=a&q=b").unwrap_err().message().contains("not repeating"));
        let query = checked("GET", LIST, "labelIds=INBOX&labelIds=UNREAD").unwrap();
        assert_eq!(query.all("labelIds"), ["INBOX", "UNREAD"]);
    }

    #[test]
    fn bounds_and_required_parameters_are_checked() {
        let files = "/drive/v3/files";
        assert!(checked("GET", files, "pageSize=5000").unwrap_err().message().contains("within the range"));
        let export = "/drive/v3/files/abc/export";
        assert!(checked("GET", export, "").unwrap_err().message().contains("Required parameter: mimeType"));
    }
}
