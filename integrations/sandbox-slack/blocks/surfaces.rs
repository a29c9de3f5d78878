//! The surfaces of every block, and the blocks and surfaces of every element. Anything else is an unsupported type.
//! Sources: the tables at docs.slack.dev/reference/block-kit/blocks and …/block-elements.

use self::{
    Place::{Accessory, Actions, Input},
    Surface::{Home, Message, Modal},
};

/// Where blocks are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Surface {
    Message,
    Modal,
    Home,
}

/// Where in a block an element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Actions,
    /// The accessory of a section.
    Accessory,
    Input,
}

const EVERYWHERE: &[Surface] = &[Message, Modal, Home];
const ONLY_MODAL: &[Surface] = &[Modal];
const ONLY_MESSAGE: &[Surface] = &[Message];

const BLOCKS: [(&[&str], &[Surface]); 5] = [
    (
        &["actions", "card", "context", "divider", "header", "image", "input", "rich_text", "section"],
        EVERYWHERE,
    ),
    (&["alert"], ONLY_MODAL),
    (&["carousel"], &[Message, Home]),
    // `views.publish` answered «unsupported type: data_visualization [json-pointer:/view/blocks/5/type]» to others.
    (&["container", "context_actions", "data_table", "data_visualization"], ONLY_MESSAGE),
    (&["markdown", "plan", "table", "task_card"], ONLY_MESSAGE),
];

const ELEMENTS: [(&[&str], &[Place], &[Surface]); 10] = [
    (&["button", "overflow"], &[Accessory, Actions], EVERYWHERE),
    (&["workflow_button"], &[Accessory, Actions], ONLY_MESSAGE),
    // A context has images too, and checks them itself.
    (&["image"], &[Accessory], EVERYWHERE),
    (&["checkboxes", "datepicker", "radio_buttons", "timepicker"], &[Accessory, Actions, Input], EVERYWHERE),
    (
        &["static_select", "external_select", "users_select", "conversations_select", "channels_select"],
        &[Accessory, Actions, Input],
        EVERYWHERE,
    ),
    // The published types allow these in `actions`; the service refuses them there (python-slack-sdk#1631).
    (
        &[
            "multi_static_select",
            "multi_external_select",
            "multi_users_select",
            "multi_conversations_select",
            "multi_channels_select",
        ],
        &[Accessory, Input],
        EVERYWHERE,
    ),
    (&["datetimepicker"], &[Actions, Input], &[Message, Modal]),
    (&["plain_text_input"], &[Input], EVERYWHERE),
    (&["rich_text_input"], &[Input], &[Modal, Home]),
    (&["email_text_input", "file_input", "number_input", "url_text_input"], &[Input], ONLY_MODAL),
];

impl Surface {
    /// The `type` of a view on this surface.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Message => "message",
            Modal => "modal",
            Home => "home",
        }
    }

    /// Maximum number of blocks, as Slack documents it.
    pub(super) fn most_blocks(self) -> usize {
        match self {
            Message => 50,
            Modal | Home => 100,
        }
    }

    pub(super) fn has_block(self, kind: &str) -> bool {
        BLOCKS.iter().any(|(kinds, surfaces)| kinds.contains(&kind) && surfaces.contains(&self))
    }

    pub(super) fn has_element(self, kind: &str, place: Place) -> bool {
        ELEMENTS.iter().any(|(kinds, places, surfaces)| {
            kinds.contains(&kind) && places.contains(&place) && surfaces.contains(&self)
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::blocks::{check, check_view};

    fn plain() -> Value {
        json!({"type": "plain_text", "text": "T"})
    }

    /// An element with all it needs, so that nothing but its type can be refused.
    fn element(kind: &str) -> Value {
        let mut element = json!({"type": kind});
        match kind {
            "button" => element["text"] = plain(),
            "workflow_button" => {
                element["text"] = plain();
                element["workflow"] = json!({"trigger": {"url": "https://slack.com/shortcuts/Ft1/abc"}});
            }
            "image" => {
                element["image_url"] = json!("https://a.example/x.png");
                element["alt_text"] = json!("x");
            }
            "overflow" | "checkboxes" | "radio_buttons" | "static_select" | "multi_static_select" => {
                element["options"] = json!([{"text": plain(), "value": "x"}]);
            }
            "number_input" => element["is_decimal_allowed"] = json!(false),
            _ => {}
        }
        element
    }

    fn block_with(kind: &str, place: Place) -> (Value, &'static str) {
        match place {
            Actions => (json!({"type": "actions", "elements": [element(kind)]}), "elements/0"),
            Accessory => {
                (json!({"type": "section", "text": plain(), "accessory": element(kind)}), "accessory")
            }
            Input => (json!({"type": "input", "label": plain(), "element": element(kind)}), "element"),
        }
    }

    /// The code and the first message with which a surface refuses a block, if it does.
    fn refusal(block: &Value, surface: Surface) -> Option<(Value, Value)> {
        let refused = match surface {
            Message => check(json!([block])).map(|_| ()),
            Modal => check_view(
                json!({"type": "modal", "title": plain(), "submit": plain(), "blocks": [block]}),
                surface,
            )
            .map(|_| ()),
            Home => check_view(json!({"type": "home", "blocks": [block]}), surface).map(|_| ()),
        };
        let body = refused.err()?.body();
        Some((body["error"].clone(), body["response_metadata"]["messages"][0].clone()))
    }

    fn expected(kind: &str, pointer: &str, surface: Surface) -> (Value, Value) {
        let (code, root) = match surface {
            Message => ("invalid_blocks", ""),
            Modal | Home => ("invalid_arguments", "/view"),
        };
        let message =
            format!("[ERROR] unsupported type: {kind} [json-pointer:{root}/blocks/0{pointer}/type]");
        (json!(code), json!(message))
    }

    #[test]
    fn every_element_is_taken_where_slack_has_it_and_refused_everywhere_else() {
        let mut refused = 0;
        for (kinds, places, surfaces) in ELEMENTS {
            for kind in kinds {
                for place in [Actions, Accessory, Input] {
                    let (block, pointer) = block_with(kind, place);
                    for surface in EVERYWHERE {
                        let answer = refusal(&block, *surface);
                        if places.contains(&place) && surfaces.contains(surface) {
                            assert_eq!(answer, None, "{kind} {place:?} {surface:?}");
                        } else {
                            refused += 1;
                            let expected = expected(kind, &format!("/{pointer}"), *surface);
                            assert_eq!(answer, Some(expected), "{kind} {place:?} {surface:?}");
                        }
                    }
                }
            }
        }
        assert_eq!(refused, 84);
    }

    #[test]
    fn inputs_that_only_modals_have_are_refused_in_messages_and_in_the_home_tab() {
        for (kind, surfaces) in [
            ("email_text_input", &[Message, Home][..]),
            ("file_input", &[Message, Home]),
            ("number_input", &[Message, Home]),
            ("url_text_input", &[Message, Home]),
            ("rich_text_input", &[Message]),
            ("datetimepicker", &[Home]),
        ] {
            let (block, _) = block_with(kind, Input);
            for surface in surfaces {
                assert_eq!(refusal(&block, *surface), Some(expected(kind, "/element", *surface)));
            }
            assert_eq!(refusal(&block, Modal), None, "{kind}");
        }
    }

    #[test]
    fn every_block_of_another_surface_is_refused_by_its_type() {
        for (kinds, surfaces) in BLOCKS {
            for kind in kinds {
                for surface in EVERYWHERE.iter().filter(|surface| !surfaces.contains(surface)) {
                    let answer = refusal(&json!({"type": kind}), *surface);
                    assert_eq!(answer, Some(expected(kind, "", *surface)), "{kind} {surface:?}");
                }
            }
        }
        let nowhere = refusal(&json!({"type": "nonsense"}), Message);
        assert_eq!(nowhere, Some(expected("nonsense", "", Message)));
    }

    #[test]
    fn an_input_in_a_container_of_a_message_is_an_input_of_a_message() {
        let (input, _) = block_with("number_input", Input);
        let container = json!({"type": "container", "title": plain(), "child_blocks": [input]});
        assert_eq!(
            refusal(&container, Message),
            Some(expected("number_input", "/child_blocks/0/element", Message))
        );
    }
}
