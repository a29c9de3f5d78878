//! What three people do, each act awaited to its end: until it is answered, or waits for somebody.

use std::sync::{Arc, Mutex};

use futures_util::future::join_all;
use kernel::{Message, Reply, Request};
use serde_json::{Value, json};

use super::company::{CHANNEL, Member, SCOPES, company};
use super::{Place, Press, Wish};
use crate::harness::{
    Plan, Posted, ScriptedModel, Town, all_text, button, call, calls, is_card, results, says,
};

pub(super) struct Scene {
    pub(super) town: Town,
    pub(super) model: Arc<ScriptedModel>,
    pub(super) members: Vec<Member>,
    acts: Arc<Mutex<Vec<Act>>>,
    threads: Vec<Thread>,
    /// Of the threads that all of them share.
    shared: [Option<usize>; 2],
    pub(super) buttons: Vec<Button>,
    /// Of the last request to Google or Slack that was looked at.
    pub(super) number: u64,
}

/// Something that was asked for.
struct Act {
    who: usize,
    place: Place,
    tool: &'static str,
    args: Value,
    answer: Option<String>,
}

struct Thread {
    root: Posted,
    /// How many turns have ended in it.
    ended: usize,
    waits: Waits,
}

/// What a thread waits for.
#[derive(Clone, Copy)]
enum Waits {
    Nothing,
    /// A sign-in, before this act goes on.
    Consent {
        act: usize,
    },
    Button(usize),
}

/// A button that somebody was shown: on a card, or to undo something.
pub(super) struct Button {
    pub(super) owner: usize,
    thread: usize,
    message: Value,
    /// `Approve` or `Undo`.
    label: &'static str,
    value: String,
    pub(super) live: bool,
    /// Its thread went on without it.
    passed: bool,
}

enum Met {
    Answer,
    Card(Value),
}

impl Scene {
    pub(super) async fn open() -> Self {
        let (world, members) = company();
        let acts: Arc<Mutex<Vec<Act>>> = Arc::default();
        let told = Arc::clone(&acts);
        let model = ScriptedModel::new(move |request| speak(&mut told.lock().unwrap(), request));
        let town = Plan::new(world).model(Arc::clone(&model) as _).build().await;
        let (threads, buttons) = (Vec::new(), Vec::new());
        let mut scene = Self { town, model, members, acts, threads, shared: [None; 2], buttons, number: 0 };
        for member in &mut scene.members {
            member.look_up(&scene.town.control).await;
        }
        scene
    }

    pub(super) async fn ask(&mut self, who: usize, place: Place, wish: Wish) {
        let act = self.write_down(who, place, wish);
        let offers = self.offers(who).await;
        let thread = self.say(act, place).await;
        self.pass(thread);
        self.go_on(act, thread, offers).await;
    }

    /// Everybody asks for the same in the same moment.
    pub(super) async fn ask_together(&mut self, wish: Wish) {
        let acts: Vec<usize> = (0..3).map(|who| self.write_down(who, Place::Direct, wish)).collect();
        let before = join_all((0..3).map(|who| self.offers(who))).await;
        let control = &self.town.control;
        let said = acts
            .iter()
            .zip(&self.members)
            .map(async |(act, member)| control.say(&member.handle, "dm", &format!("act-{act};"), None).await);
        let roots = join_all(said).await;
        for ((act, root), offers) in acts.into_iter().zip(roots).zip(before) {
            let who = self.who(act);
            self.members[who].direct = Some(root.channel.clone());
            let thread = self.begin(root);
            self.go_on(act, thread, offers).await;
        }
    }

    /// Somebody presses a button of their own.
    pub(super) async fn press(&mut self, which: usize, press: Press) {
        let Button { owner, thread, label, passed, .. } = self.buttons[which];
        let (handle, message) = (self.members[owner].handle.clone(), self.buttons[which].message.clone());
        let denied = label == "Approve" && press == Press::Deny;
        let before = self.whispers(owner).await;
        self.town.control.click(&handle, &message, if denied { "Deny" } else { label }).await;
        if label == "Undo" && !self.members[owner].connected {
            // It can be pressed again once the account is connected.
            self.whispered(owner, before, "Nothing was undone").await;
            return;
        }
        self.buttons[which].live = false;
        self.town
            .control
            .until("the button is gone", async || {
                let now = self.now(which).await;
                let over = button(&now, label).is_none() && !all_text(&now).contains("⏳");
                over.then_some(())
            })
            .await;
        // Whoever has disconnected approves nothing: the card says so, and nothing comes of it.
        let nothing_done = denied || !self.members[owner].connected;
        if label == "Undo" || (passed && nothing_done) {
            return;
        }
        // What was decided late is told in a turn of its own, which passes by whatever waits there.
        if passed {
            self.pass(thread);
        }
        self.end(thread).await;
    }

    /// Somebody presses a button of somebody else.
    pub(super) async fn press_anothers(&self, who: usize, which: usize, press: Press) {
        let (handle, button) = (&self.members[who].handle, &self.buttons[which]);
        let denied = button.label == "Approve" && press == Press::Deny;
        let label = if denied { "Deny" } else { button.label };
        let before = self.whispers(who).await;
        self.town.control.click(handle, &button.message, label).await;
        self.refused(who, before, which).await;
    }

    /// Somebody presses their own button, which has got the value of somebody else's.
    pub(super) async fn press_forged(&self, own: usize, anothers: usize) {
        let Button { owner, message, label, .. } = &self.buttons[own];
        let handle = &self.members[*owner].handle;
        let click = json!({ "person": handle, "channel": message["channel"], "ts": message["ts"], "action": label,
                            "value": self.buttons[anothers].value });
        let before = self.whispers(*owner).await;
        self.town.control.post("/slack/click", click).await;
        self.refused(*owner, before, anothers).await;
    }

    pub(super) async fn connect(&mut self, who: usize) {
        let handle = self.members[who].handle.clone();
        let told = self.told_directly(&handle, "is connected").await;
        self.town.grant(&handle, &SCOPES).await;
        let control = &self.town.control;
        control
            .until("they hear of it", async || {
                (self.told_directly(&handle, "is connected").await > told).then_some(())
            })
            .await;
        self.members[who].connected = true;
        for thread in 0..self.threads.len() {
            if let Waits::Consent { act } = self.threads[thread].waits
                && self.who(act) == who
            {
                self.threads[thread].waits = Waits::Nothing;
                self.go_on(act, thread, 0).await;
            }
        }
    }

    pub(super) async fn disconnect(&mut self, who: usize) {
        let handle = &self.members[who].handle;
        let before = self.whispers(who).await;
        let command = json!({ "person": handle, "channel": "dm", "command": "/google", "text": format!("disconnect {}", self.town.address_of(handle)) });
        self.town.control.post("/slack/command", command).await;
        self.whispered(who, before, "is disconnected").await;
        self.members[who].connected = false;
    }

    /// Whether others see it.
    pub(super) fn is_shared(&self, which: usize) -> bool {
        self.shared.contains(&Some(self.buttons[which].thread))
    }

    /// Whose turn a request to the model is a part of, if that can be seen.
    pub(super) fn turn_of(&self, request: &Request) -> Option<usize> {
        act_in(request).map(|act| self.who(act))
    }

    fn who(&self, act: usize) -> usize {
        self.acts.lock().unwrap()[act].who
    }

    fn write_down(&self, who: usize, place: Place, wish: Wish) -> usize {
        let of = |whose: usize| &self.members[(who + whose) % 3];
        let (tool, args) = match wish {
            Wish::Mail => ("gmail.search", json!({ "query": "subject:plan" })),
            Wish::Events => ("calendar.list_events", json!({})),
            Wish::Files => ("drive.search", json!({ "query": "plan" })),
            Wish::ReadMail { whose } => ("gmail.read", json!({ "id": of(whose).mail })),
            Wish::ReadFile { whose } => ("drive.read", json!({ "file": of(whose).file })),
            Wish::Archive { whose } => ("gmail.archive", json!({ "id": of(whose).mail })),
            Wish::Send => {
                let subject = format!("On {}", of(0).secret);
                let to = ["outside@elsewhere.example"];
                ("gmail.send", json!({ "to": to, "subject": subject, "body": "As we said." }))
            }
        };
        let mut acts = self.acts.lock().unwrap();
        acts.push(Act { who, place, tool, args, answer: None });
        acts.len() - 1
    }

    async fn say(&mut self, act: usize, place: Place) -> usize {
        let who = self.who(act);
        let handle = self.members[who].handle.clone();
        let control = &self.town.control;
        match place {
            Place::Direct => {
                let root = control.say(&handle, "dm", &format!("act-{act};"), None).await;
                self.members[who].direct = Some(root.channel.clone());
                self.begin(root)
            }
            Place::Shared(number) => {
                if let Some(thread) = self.shared[number] {
                    let root = &self.threads[thread].root.ts;
                    control.say(&handle, CHANNEL, &format!("act-{act};"), Some(root)).await;
                    return thread;
                }
                let root = control.say(&handle, CHANNEL, &format!("@countersign act-{act};"), None).await;
                let thread = self.begin(root);
                self.shared[number] = Some(thread);
                thread
            }
        }
    }

    fn begin(&mut self, root: Posted) -> usize {
        self.threads.push(Thread { root, ended: 0, waits: Waits::Nothing });
        self.threads.len() - 1
    }

    /// Something new in a thread passes by what waits there: a button can still be pressed, a question is given up.
    fn pass(&mut self, thread: usize) {
        if let Waits::Button(which) = self.threads[thread].waits {
            self.buttons[which].passed = true;
        }
        self.threads[thread].waits = Waits::Nothing;
    }

    /// As far as it comes by itself. `offers` is how many sign-ins the person had been offered before.
    async fn go_on(&mut self, act: usize, thread: usize, offers: usize) {
        let who = self.who(act);
        let control = &self.town.control;
        if !self.members[who].connected {
            let offered = async || (self.offers(who).await > offers).then_some(());
            control.until("a sign-in is offered", offered).await;
            self.threads[thread].waits = Waits::Consent { act };
            return;
        }
        let met = control.until(&format!("act {act} goes on"), async || self.meets(act, thread).await).await;
        match met {
            Met::Answer => self.end(thread).await,
            Met::Card(card) => {
                self.show(who, thread, "Approve", card);
                self.threads[thread].waits = Waits::Button(self.buttons.len() - 1);
            }
        }
    }

    async fn meets(&self, act: usize, thread: usize) -> Option<Met> {
        if self.acts.lock().unwrap()[act].answer.is_some() {
            return Some(Met::Answer);
        }
        self.unseen(thread, "Approve").await.map(Met::Card)
    }

    /// A turn ends with words, and what can be undone is offered before them.
    async fn end(&mut self, thread: usize) {
        self.threads[thread].waits = Waits::Nothing;
        self.threads[thread].ended += 1;
        let Thread { root, ended, .. } = &self.threads[thread];
        self.town.control.reply(root, ended - 1).await;
        if let Some(line) = self.unseen(thread, "Undo").await {
            let owner = self.mentioned(&line);
            self.show(owner, thread, "Undo", line);
        }
    }

    fn show(&mut self, owner: usize, thread: usize, label: &'static str, message: Value) {
        let value = button(&message, label).unwrap()["value"].as_str().unwrap().to_owned();
        self.buttons.push(Button { owner, thread, message, label, value, live: true, passed: false });
    }

    /// Who is said to be the one who can press it.
    fn mentioned(&self, line: &Value) -> usize {
        let people = &self.town.card().people;
        let is_named = |member: &Member| {
            let person = people.iter().find(|person| person.handle == member.handle).unwrap();
            all_text(line).contains(&format!("<@{}>", person.slack_user_id))
        };
        self.members.iter().position(is_named).expect("somebody is named")
    }

    /// The message with a button nobody has noted yet.
    async fn unseen(&self, thread: usize, label: &str) -> Option<Value> {
        let replies = self.town.control.replies(&self.threads[thread].root).await;
        let known = |reply: &Value| self.buttons.iter().any(|known| known.message["ts"] == reply["ts"]);
        replies.into_iter().find(|reply| is_card(reply) && button(reply, label).is_some() && !known(reply))
    }

    async fn now(&self, which: usize) -> Value {
        let Button { thread, message, .. } = &self.buttons[which];
        let replies = self.town.control.replies(&self.threads[*thread].root).await;
        replies.into_iter().find(|reply| reply["ts"] == message["ts"]).unwrap()
    }

    /// They alone are told so, and the button of the other stays as it was.
    async fn refused(&self, who: usize, before: usize, which: usize) {
        let Button { label, live, .. } = self.buttons[which];
        let kept = async || button(&self.now(which).await, label).is_some() == live;
        self.town
            .control
            .until("an answer", async || {
                let told = self.told_since(who, before, "Nothing happened").await;
                (told || !kept().await).then_some(())
            })
            .await;
        assert!(kept().await, "somebody else's {label} was pressed");
    }

    async fn whispers(&self, who: usize) -> usize {
        self.town.control.ephemerals(&self.members[who].handle).await.len()
    }

    async fn whispered(&self, who: usize, before: usize, words: &str) {
        let heard = async || self.told_since(who, before, words).await.then_some(());
        self.town.control.until(&format!("they are told {words:?}"), heard).await;
    }

    async fn told_since(&self, who: usize, before: usize, words: &str) -> bool {
        let whispers = self.town.control.ephemerals(&self.members[who].handle).await;
        whispers.iter().skip(before).any(|whisper| all_text(whisper).contains(words))
    }

    async fn offers(&self, who: usize) -> usize {
        let whispers = self.town.control.ephemerals(&self.members[who].handle).await;
        whispers.iter().filter(|whisper| button(whisper, "Connect Google").is_some()).count()
    }

    async fn told_directly(&self, handle: &str, words: &str) -> usize {
        let messages = self.town.control.get(&format!("/slack/messages?channel=dm:{handle}")).await;
        let messages = messages["messages"].as_array().unwrap();
        messages.iter().filter(|message| all_text(message).contains(words)).count()
    }

    /// What was answered to everything that has been asked for: who, which tool, and the words.
    pub(super) fn answers(&self) -> Vec<(usize, &'static str, Value, String)> {
        let acts = self.acts.lock().unwrap();
        let answered = |act: &Act| Some((act.who, act.tool, act.args.clone(), act.answer.clone()?));
        acts.iter().filter_map(answered).collect()
    }
}

/// Calls what was asked for and keeps what came of it; where nobody else reads it, it also says so.
fn speak(acts: &mut [Act], request: &Request) -> Reply {
    let Some(act) = act_in(request).map(|number| &mut acts[number]) else { return says("I see.") };
    let Some(result) = results(request).pop() else {
        return calls(vec![call(request, act.tool, act.args.clone())]);
    };
    act.answer = Some(result.words.clone());
    match act.place {
        Place::Direct => says(&result.words),
        Place::Shared(_) => says("That is all."),
    }
}

fn act_in(request: &Request) -> Option<usize> {
    let newest = request.messages.iter().rev().find_map(|message| match message {
        Message::User(words) => Some(words),
        Message::Assistant { .. } | Message::Results(_) | Message::Pictures(_) => None,
    })?;
    newest.rsplit_once("act-")?.1.split(';').next()?.parse().ok()
}
