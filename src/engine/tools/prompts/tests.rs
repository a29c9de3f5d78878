use super::*;
use crate::tools::roles::Roles;

fn skill(number: usize) -> Skill {
    Skill { name: format!("skill-{number}"), description: "Does it.".to_owned(), ..Skill::default() }
}

#[test]
fn every_place_of_what_models_are_told_is_filled() {
    let roles = Roles::built_in().unwrap();
    let skills: Vec<Skill> = (0..25).map(skill).collect();
    let skills: Vec<&Skill> = skills.iter().collect();
    for autonomy in [Autonomy::Supervised, Autonomy::Standard, Autonomy::Autonomous] {
        for disclosure in [Disclosure::Direct, Disclosure::Compact, Disclosure::Discovery] {
            for (role, skills) in [(None, &skills[..0]), (roles.all.get("researcher"), &skills[..])] {
                let told = System { autonomy, disclosure, role, skills }.render();
                assert!(!told.contains("{{") && !told.contains("\n\n\n"), "{told}");
                assert_eq!(told.contains("You find things out."), role.is_some());
                assert_eq!(told.matches("- skill-").count(), skills.len().min(MOST_SKILLS));
            }
        }
    }
}

/// Kept as it is told, so that whoever changes it sees what becomes of it. `COUNTERSIGN_RENEW=1` writes it anew.
#[test]
fn what_models_are_told_is_what_was_agreed() {
    let roles = Roles::built_in().unwrap();
    let skills = [&skill(1), &skill(2)];
    let role = roles.all.get("creator");
    let usual =
        System { autonomy: Autonomy::Standard, disclosure: Disclosure::Compact, role: None, skills: &[] };
    let most =
        System { autonomy: Autonomy::Autonomous, disclosure: Disclosure::Discovery, role, skills: &skills };
    for (name, told) in [("usual", usual.render()), ("most", most.render())] {
        let path = format!("{}/tools/prompts/snapshots/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("COUNTERSIGN_RENEW").is_some() {
            std::fs::write(&path, &told).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            kept == told,
            "{path} says otherwise; look at it, and renew it with COUNTERSIGN_RENEW=1:\n{told}"
        );
    }
}
