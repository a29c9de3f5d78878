//! Reads a page from its beginning to its end as somebody sees it, and writes the text of that.

use ego_tree::NodeRef;
use scraper::{Html, Node};

use crate::element::is_silent;
use crate::reader::{Kind, Reader};
use crate::sight::{Entered, Sight};
use crate::verdict::Verdict;

/// What somebody sees of a page, and how many hidden things were left out of it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Shown {
    pub words: String,
    pub removed: usize,
    /// Whether the end of the page was not read, because there is too much of it.
    pub cut: bool,
}

/// Comments, hidden elements and text in the colour of its paper are left out and counted; what is in something hidden
/// counts with it. What may or may not be seen is marked.
pub(crate) fn shown(page: &Html) -> Shown {
    let mut sight = Sight::of(page);
    let shown = seen_by(&mut sight, page);
    let covers = sight.covers();
    if covers.is_empty() { shown } else { seen_by(&mut Sight::knowing(page, covers), page) }
}

fn seen_by(sight: &mut Sight, page: &Html) -> Shown {
    let (mut reader, mut shown) = (Reader::default(), Shown::default());
    let mut steps = vec![Step::Enter(page.tree.root())];
    while let Some(step) = steps.pop() {
        let node = match step {
            Step::Enter(node) => node,
            Step::Leave(kind) => {
                reader.leave(&kind);
                sight.leave();
                continue;
            }
        };
        match node.value() {
            Node::Element(element) if is_silent(element) => continue,
            Node::Element(element) => {
                match sight.enter(element, node) {
                    Ok(Entered::Yes) => {}
                    Ok(Entered::Hidden) => {
                        shown.removed += 1;
                        continue;
                    }
                    Err(_) => {
                        shown.cut = true;
                        break;
                    }
                }
                let kind = Kind::of(element);
                let (kind, left_out) = if kind.has_words() && sight.of_image() == Verdict::Hidden {
                    (Kind::Within, 1)
                } else {
                    (kind, 0)
                };
                shown.removed += left_out;
                reader.enter(&kind);
                steps.push(Step::Leave(kind));
            }
            Node::Text(text) if text.trim().is_empty() => reader.read(text),
            Node::Text(text) => match sight.of_text() {
                Verdict::Seen => reader.read(text),
                // A mere line or dot says nothing to anybody.
                Verdict::Doubtful if !text.contains(char::is_alphanumeric) => reader.read(text),
                Verdict::Doubtful => reader.read_in_doubt(text),
                Verdict::Hidden => {
                    shown.removed += 1;
                    reader.leave_out();
                }
            },
            Node::Comment(_) => shown.removed += 1,
            Node::Document | Node::Fragment | Node::Doctype(_) | Node::ProcessingInstruction(_) => {}
        }
        // The last one put there is the next one taken.
        steps.extend(node.children().rev().map(Step::Enter));
    }
    Shown { words: reader.finished(), ..shown }
}

enum Step<'a> {
    Enter(NodeRef<'a, Node>),
    Leave(Kind<'a>),
}
