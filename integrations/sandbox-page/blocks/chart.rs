//! Charts, as bars beside their numbers: everybody can read those.

use maud::{Markup, html};
use serde_json::Value;

use crate::field::field;

pub(super) fn shown(block: &Value) -> Markup {
    let chart = block.get("chart").unwrap_or(&Value::Null);
    let list = |name: &str| chart.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
    let data = |one: &Value| one.get("data").and_then(Value::as_array).cloned().unwrap_or_default();
    let series: Vec<(String, Vec<Value>)> = if field(chart, "type") == "pie" {
        vec![(String::new(), list("segments"))]
    } else {
        list("series").iter().map(|one| (field(one, "name").to_owned(), data(one))).collect()
    };
    let most =
        series.iter().flat_map(|(_, points)| points).map(|point| number(point).abs()).fold(0.0, f64::max);
    html! {
        section.chart aria-label=(field(block, "title")) {
            p { strong { (field(block, "title")) } " " span.small { (field(chart, "type")) " chart" } }
            @for (name, points) in &series {
                table {
                    @if !name.is_empty() { thead { tr { th scope="col" colspan="3" { (name) } } } }
                    tbody {
                        @for point in points {
                            tr {
                                th scope="row" { (field(point, "label")) }
                                td { meter min="0" max=(most) value=(number(point).abs()) {} }
                                td.number { (point.get("value").map(Value::to_string).unwrap_or_default()) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn number(point: &Value) -> f64 {
    point.get("value").and_then(Value::as_f64).unwrap_or_default()
}
