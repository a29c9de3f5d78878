//! Three people at work in the same channels and threads: whatever they do and in whatever order, nobody ever gets
//! anything of another's, and nobody's press does anything in another's name.

#[path = "strangers/company.rs"]
mod company;
#[path = "strangers/scene.rs"]
mod scene;
#[path = "strangers/watch.rs"]
mod watch;

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};

use scene::Scene;
use watch::Watch;

/// Every one is a company, a sandbox and a product of its own.
const RUNS: u32 = 8;

#[derive(Clone, Copy, Debug)]
enum Step {
    Ask(usize, Place, Wish),
    /// Everybody asks for the same at once.
    AskTogether(Wish),
    /// A button is pressed by the one it belongs to.
    Press(Index, Press),
    /// … and by one of the two others.
    PressAnothers(Index, usize, Press),
    /// The first is a button of somebody's own; the second, whose value it gets, is not.
    PressForged(Index, Index),
    /// Whoever is connected disconnects, and the other way round.
    Switch(usize),
}

#[derive(Clone, Copy, Debug)]
enum Place {
    Direct,
    Shared(usize),
}

/// `whose` counts from the one who asks.
#[derive(Clone, Copy, Debug)]
enum Wish {
    Mail,
    Events,
    Files,
    ReadMail { whose: usize },
    ReadFile { whose: usize },
    Archive { whose: usize },
    Send,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Press {
    /// Approve, or undo.
    Yes,
    Deny,
}

fn a_look() -> impl Strategy<Value = Wish> {
    prop_oneof![Just(Wish::Mail), Just(Wish::Events), Just(Wish::Files)]
}

fn a_wish() -> impl Strategy<Value = Wish> {
    let whose = || prop_oneof![3 => Just(0_usize), 1 => 1..3_usize];
    prop_oneof![
        2 => a_look(),
        1 => whose().prop_map(|whose| Wish::ReadMail { whose }),
        1 => whose().prop_map(|whose| Wish::ReadFile { whose }),
        3 => whose().prop_map(|whose| Wish::Archive { whose }),
        1 => Just(Wish::Send),
    ]
}

fn a_place() -> impl Strategy<Value = Place> {
    prop_oneof![1 => Just(Place::Direct), 4 => (0..2_usize).prop_map(Place::Shared)]
}

fn a_press() -> impl Strategy<Value = Press> {
    prop_oneof![3 => Just(Press::Yes), 1 => Just(Press::Deny)]
}

fn a_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => (0..3_usize, a_place(), a_wish()).prop_map(|(who, place, wish)| Step::Ask(who, place, wish)),
        1 => a_look().prop_map(Step::AskTogether),
        5 => (any::<Index>(), a_press()).prop_map(|(which, press)| Step::Press(which, press)),
        3 => (any::<Index>(), 1..3_usize, a_press())
            .prop_map(|(which, by, press)| Step::PressAnothers(which, by, press)),
        2 => any::<(Index, Index)>().prop_map(|(own, anothers)| Step::PressForged(own, anothers)),
        1 => (0..3_usize).prop_map(Step::Switch),
    ]
}

#[test]
fn nobody_ever_gets_anything_of_anothers() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let config = Config { cases: RUNS, max_shrink_iters: 20, failure_persistence: None, ..Config::default() };
    let steps = prop::collection::vec(a_step(), 16..24);
    let ran = TestRunner::new(config).run(&steps, |steps| {
        runtime.block_on(play(&steps));
        Ok(())
    });
    ran.unwrap();
}

async fn play(steps: &[Step]) {
    let mut scene = Scene::open().await;
    for who in 0..2 {
        scene.connect(who).await;
    }
    for step in steps {
        take(&mut scene, *step).await;
    }
    watch::everybody_got_their_own(&scene);
}

async fn take(scene: &mut Scene, step: Step) {
    let live: Vec<usize> = (0..scene.buttons.len()).filter(|which| scene.buttons[*which].live).collect();
    let watch = Watch::begin(scene).await;
    match step {
        Step::Ask(who, place, wish) => {
            scene.ask(who, place, wish).await;
            watch.only(scene, who).await;
        }
        Step::AskTogether(wish) => {
            scene.ask_together(wish).await;
            watch.each_for_themselves(scene).await;
        }
        Step::Press(which, press) if !live.is_empty() => {
            let which = *which.get(&live);
            scene.press(which, press).await;
            watch.only(scene, scene.buttons[which].owner).await;
        }
        Step::PressAnothers(which, by, press) if !live.is_empty() => {
            let which = *which.get(&live);
            // Nobody sees what is in another's direct messages.
            if !scene.is_shared(which) {
                return;
            }
            scene.press_anothers((scene.buttons[which].owner + by) % 3, which, press).await;
            watch.nothing(scene).await;
        }
        Step::PressForged(own, anothers) if !live.is_empty() => {
            let own = *own.get(&live);
            let owner = scene.buttons[own].owner;
            let theirs = |which: &usize| scene.buttons[*which].owner != owner;
            let theirs: Vec<usize> = (0..scene.buttons.len()).filter(theirs).collect();
            if !theirs.is_empty() {
                scene.press_forged(own, *anothers.get(&theirs)).await;
                watch.nothing(scene).await;
            }
        }
        Step::Switch(who) => {
            if scene.members[who].connected {
                scene.disconnect(who).await;
            } else {
                scene.connect(who).await;
            }
            watch.only(scene, who).await;
        }
        Step::Press(..) | Step::PressAnothers(..) | Step::PressForged(..) => {}
    }
}
