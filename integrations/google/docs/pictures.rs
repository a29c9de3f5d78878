//! Markdown on its way to Google without pictures: Google would fetch every address of one, and the address itself can
//! carry words out.

use comrak::nodes::NodeValue;
use comrak::{Arena, format_commonmark, parse_document};
use kernel::Failure;

use super::parsing::options;

/// The same Markdown with links in place of pictures, and how many there were.
pub(crate) fn linked(markdown: &str) -> Result<(String, usize), Failure> {
    let arena = Arena::new();
    let options = options();
    let root = parse_document(&arena, markdown, &options);
    let mut pictures = 0;
    for node in root.descendants() {
        let value = match &node.data().value {
            NodeValue::Image(image) => Some(NodeValue::Link(image.clone())),
            NodeValue::HtmlInline(html) if has_picture(html) => Some(NodeValue::Text(html.clone().into())),
            NodeValue::HtmlBlock(html) if has_picture(&html.literal) => {
                let mut code = comrak::nodes::NodeCodeBlock::default();
                code.literal.clone_from(&html.literal);
                code.fenced = true;
                code.fence_char = b'`';
                code.fence_length = 3;
                Some(NodeValue::CodeBlock(Box::new(code)))
            }
            _ => None,
        };
        if let Some(value) = value {
            pictures += 1;
            node.data_mut().value = value;
        }
    }
    if pictures == 0 {
        return Ok((markdown.to_owned(), 0));
    }
    let mut written = String::new();
    format_commonmark(root, &options, &mut written).map_err(|_| {
        Failure::invalid("The pictures cannot be taken out of this Markdown. Leave them out.")
    })?;
    Ok((written, pictures))
}

/// What is said about pictures that became links.
pub(crate) fn remark(pictures: usize) -> Option<String> {
    (pictures > 0).then(|| {
        format!("{pictures} pictures became links: Google would have fetched their addresses. The user can put them in.")
    })
}

fn has_picture(html: &str) -> bool {
    let html = html.to_ascii_lowercase();
    ["<img", "<picture", "<svg", "<video", "<iframe", "<object", "<embed"]
        .iter()
        .any(|tag| html.contains(tag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_picture_is_left_and_nothing_else_is_touched() {
        let plain = "# A\n\n[b](https://x.example) and `![c](d)`\n";
        assert_eq!(linked(plain).unwrap(), (plain.to_owned(), 0));
        let (written, pictures) =
            linked("See ![a cat](https://x.example/?q=secret) <img src=x>\n\n<img src=\"https://y.example\">\n\n![r][1]\n\n[1]: https://z.example\n")
                .unwrap();
        assert_eq!(pictures, 4);
        assert!(!written.contains("!["), "{written}");
        assert!(written.contains("[a cat](https://x.example/?q=secret)"), "{written}");
        assert!(linked(&written).unwrap().1 == 0, "{written}");
    }
}
