//! `permissions`: who is let in, by whom, and who is told.

use super::drive::house;
use super::*;

async fn share(house: &Caller, person: &str, id: &str, query: &str, body: Value) -> Answer {
    let path = format!("files/{id}/permissions?supportsAllDrives=true&{query}");
    house.drive(person, "POST", &path, Some(body)).await
}

#[tokio::test]
async fn a_file_is_shared_with_a_person_who_is_told_by_mail() {
    let house = house();
    let id = house.file_id("ana", "Meeting notes.txt");
    let body = json!({ "type": "user", "role": "commenter", "emailAddress": "ben@house.example" });
    let given = share(&house, "ana", &id, "emailMessage=Please%20read", body).await;
    assert_eq!(given.code, 200, "{}", given.text);
    assert_eq!(given.body.as_object().unwrap().keys().collect::<Vec<_>>(), ["id", "kind", "role", "type"]);
    assert_eq!(
        house.metadata("ben", &id, "capabilities(canComment)").await["capabilities"]["canComment"],
        true
    );
    let mail = house.google.search("ben", "from:drive-shares-dm-noreply@google.com");
    assert_eq!(mail.len(), 1);
    assert!(mail[0].unread && mail[0].subject == "Item shared with you: \"Meeting notes.txt\"");
    let notice = &house.google.notices()[0];
    assert_eq!((notice.to.as_str(), notice.about.as_str()), ("ben@house.example", id.as_str()));
    assert!(notice.text.contains("invited you to comment on") && notice.text.ends_with("Please read"));
    let again = json!({ "type": "user", "role": "writer", "emailAddress": "ben@house.example" });
    let again = share(&house, "ana", &id, "sendNotificationEmail=false&fields=*", again).await;
    assert_eq!((&again.body["id"], &again.body["role"]), (&given.body["id"], &json!("writer")));
    assert_eq!(again.body["displayName"], "Ben Okafor");
    assert_eq!(house.google.notices().len(), 1, "nobody is told when nobody is to be told");
    let all = house.drive("ana", "GET", &format!("files/{id}/permissions"), None).await;
    assert_eq!(all.body["permissions"].as_array().unwrap().len(), 2);
    assert_eq!(house.metadata("ana", &id, "shared").await["shared"], true);
}

#[tokio::test]
async fn a_folder_is_shared_with_all_that_lies_in_it() {
    let house = house();
    let (folder, file) = (house.file_id("ana", "Plans"), house.file_id("ana", "Meeting notes.txt"));
    let body = json!({ "type": "domain", "role": "writer", "domain": "house.example" });
    assert_eq!(share(&house, "ana", &folder, "", body).await.code, 200);
    let seen = house.metadata("ben", &file, "parents,permissions").await;
    assert_eq!(seen["parents"][0], folder);
    let inherited =
        seen["permissions"].as_array().unwrap().iter().find(|one| one["type"] == "domain").unwrap();
    assert_eq!(inherited["permissionDetails"][0]["inheritedFrom"], folder);
    let permission = inherited["id"].as_str().unwrap();
    let path = format!("files/{file}/permissions/{permission}");
    let refused = house.drive("ana", "DELETE", &path, None).await;
    assert_eq!((refused.code, refused.reason()), (403, "cannotModifyInheritedPermission"));
    let refused = house.drive("ana", "PATCH", &path, Some(json!({ "role": "reader" }))).await;
    assert_eq!((refused.code, refused.reason()), (403, "cannotModifyInheritedPermission"));
    assert_eq!(
        house.drive("ana", "DELETE", &format!("files/{folder}/permissions/{permission}"), None).await.code,
        204
    );
    assert_eq!(house.drive("ben", "GET", &format!("files/{file}"), None).await.code, 404);
}

#[tokio::test]
async fn what_cannot_be_granted_is_refused() {
    let house = house();
    let id = house.file_id("ana", "Meeting notes.txt");
    let ben = "ben@house.example";
    let cases = [
        (json!({ "role": "reader", "emailAddress": ben }), 400, "required"),
        (json!({ "type": "user", "emailAddress": ben }), 400, "required"),
        (json!({ "type": "user", "role": "reader" }), 400, "invalid"),
        (json!({ "type": "user", "role": "reader", "emailAddress": "ben" }), 400, "invalid"),
        (
            json!({ "type": "user", "role": "reader", "emailAddress": ben, "domain": "x.example" }),
            400,
            "invalid",
        ),
        (json!({ "type": "domain", "role": "reader" }), 400, "invalid"),
        (json!({ "type": "anyone", "role": "reader", "emailAddress": ben }), 400, "invalid"),
        (json!({ "type": "everybody", "role": "reader" }), 400, "invalid"),
        (json!({ "type": "user", "role": "editor", "emailAddress": ben }), 400, "invalid"),
        (
            json!({ "type": "user", "role": "organizer", "emailAddress": ben }),
            403,
            "organizerOnNonTeamDriveNotSupported",
        ),
        (json!({ "type": "anyone", "role": "owner" }), 403, "invalidSharingRequest"),
        (json!({ "type": "user", "role": "owner", "emailAddress": ben }), 403, "forbidden"),
        (
            json!({ "type": "user", "role": "reader", "emailAddress": ben, "displayName": "B" }),
            403,
            "fieldNotWritable",
        ),
    ];
    for (body, code, reason) in cases {
        let answer = share(&house, "ana", &id, "", body.clone()).await;
        assert_eq!((answer.code, answer.reason()), (code, reason), "{body}");
    }
    let crowd = share(
        &house,
        "ana",
        &id,
        "sendNotificationEmail=true",
        json!({ "type": "anyone", "role": "reader" }),
    )
    .await;
    assert_eq!(crowd.code, 400);
    assert!(house.google.notices().is_empty());
}

#[tokio::test]
async fn a_permission_that_ends_is_for_people_and_within_a_year() {
    let house = house();
    let id = house.file_id("ana", "Meeting notes.txt");
    let in_hours =
        |hours: i64| (jiff::Timestamp::now() + jiff::SignedDuration::from_hours(hours)).to_string();
    let ending = |kind: Value, hours: i64| {
        let mut body = kind;
        body["role"] = json!("reader");
        body["expirationTime"] = json!(in_hours(hours));
        body
    };
    let ben = json!({ "type": "user", "emailAddress": "ben@house.example" });
    for (body, reason) in [
        (ending(json!({ "type": "anyone" }), 5), "cannotSetExpirationOnAnyoneOrDomain"),
        (ending(ben.clone(), -5), "expirationDatesMustBeInTheFuture"),
        (ending(ben.clone(), 24 * 400), "expirationDateTooFarInTheFuture"),
    ] {
        let answer = share(&house, "ana", &id, "", body).await;
        assert_eq!((answer.code, answer.reason()), (403, reason));
    }
    let given = share(&house, "ana", &id, "fields=id,expirationTime", ending(ben, 24)).await;
    assert!(given.body["expirationTime"].is_string());
    let path = format!(
        "files/{id}/permissions/{}?removeExpiration=true&fields=*",
        given.body["id"].as_str().unwrap()
    );
    let lasting = house.drive("ana", "PATCH", &path, Some(json!({ "role": "reader" }))).await;
    assert!(lasting.body.get("expirationTime").is_none(), "{}", lasting.text);
}

#[tokio::test]
async fn a_file_is_handed_over_only_by_its_owner_and_within_the_house() {
    let house = house();
    let id = house.file_id("ana", "Meeting notes.txt");
    let to = |address: &str| json!({ "type": "user", "role": "owner", "emailAddress": address });
    let yes = "transferOwnership=true";
    let outside = share(&house, "ana", &id, yes, to("zoe@elsewhere.example")).await;
    assert_eq!((outside.code, outside.reason()), (403, "consentRequiredForOwnershipTransfer"));
    let moved = "transferOwnership=true&moveToNewOwnersRoot=true";
    let silent = share(
        &house,
        "ana",
        &id,
        "transferOwnership=true&sendNotificationEmail=false",
        to("ben@house.example"),
    )
    .await;
    assert_eq!(silent.code, 403);
    let bens = house.file_id("ana", "Ben's list.txt");
    assert_eq!(share(&house, "ana", &bens, yes, to("ana@house.example")).await.code, 403);
    let done = share(&house, "ana", &id, moved, to("ben@house.example")).await;
    assert_eq!((done.code, &done.body["role"]), (200, &json!("owner")), "{}", done.text);
    let root = house.metadata("ben", "root", "id").await["id"].clone();
    assert_eq!(house.metadata("ben", &id, "parents").await["parents"], json!([root]));
    let seen = house.metadata("ana", &id, "ownedByMe,owners(emailAddress),capabilities(canEdit)").await;
    assert_eq!(
        seen,
        json!({ "ownedByMe": false, "owners": [{ "emailAddress": "ben@house.example" }], "capabilities": { "canEdit": true } })
    );
}

#[tokio::test]
async fn permissions_are_changed_and_taken_away() {
    let house = house();
    let id = house.file_id("ana", "budget_2026.csv");
    let all = house
        .drive(
            "ana",
            "GET",
            &format!("files/{id}/permissions?fields=permissions(id,role,emailAddress)"),
            None,
        )
        .await;
    let of = |address: &str| {
        let all = all.body["permissions"].as_array().unwrap();
        let one = all.iter().find(|one| one["emailAddress"] == address).unwrap();
        format!("files/{id}/permissions/{}", one["id"].as_str().unwrap())
    };
    let (bens, anas) = (of("ben@house.example"), of("ana@house.example"));
    let wrong = house.drive("ana", "PATCH", &bens, Some(json!({ "role": "writer", "type": "user" }))).await;
    assert_eq!((wrong.code, wrong.reason()), (403, "fieldNotWritable"));
    let written = house.drive("ana", "PATCH", &bens, Some(json!({ "role": "writer" }))).await;
    assert_eq!(written.body["role"], "writer");
    assert_eq!(house.drive("ana", "GET", &bens, None).await.body["role"], "writer");
    assert_eq!(house.drive("ana", "DELETE", &anas, None).await.code, 403, "an owner stays");
    assert_eq!(house.drive("ana", "PATCH", &anas, Some(json!({ "role": "reader" }))).await.code, 403);
    assert_eq!(house.drive("ben", "DELETE", &bens, None).await.code, 204, "anybody may leave");
    let gone = house.drive("ana", "GET", &bens, None).await;
    assert_eq!((gone.code, gone.reason()), (404, "notFound"));
    assert!(gone.message().starts_with("Permission not found: "));
}

#[tokio::test]
async fn the_members_of_a_shared_drive_are_seen_by_all_and_changed_by_its_organizers() {
    let house = house();
    let drives = house.drive("ben", "GET", "drives", None).await;
    let studio = drives.body["drives"][0]["id"].as_str().unwrap();
    let members =
        house.drive("ben", "GET", &format!("files/{studio}/permissions?supportsAllDrives=true"), None).await;
    assert_eq!(members.body["permissions"].as_array().unwrap().len(), 2);
    let body = json!({ "type": "user", "role": "fileOrganizer", "emailAddress": "zoe@elsewhere.example" });
    assert_eq!(share(&house, "ben", studio, "", body.clone()).await.code, 403);
    assert_eq!(share(&house, "ana", studio, "", body).await.code, 200);
    let file = house.file_id("ana", "Shared rules.txt");
    let inherited = house
        .drive("ana", "GET", &format!("files/{file}/permissions?supportsAllDrives=true&fields=*"), None)
        .await;
    let zoe = inherited.body["permissions"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["role"] == "fileOrganizer")
        .unwrap();
    assert_eq!(zoe["permissionDetails"][0]["permissionType"], "member");
    let path = format!("files/{file}/permissions/{}?supportsAllDrives=true", zoe["id"].as_str().unwrap());
    let refused = house.drive("ana", "DELETE", &path, None).await;
    assert_eq!((refused.code, refused.reason()), (403, "cannotModifyInheritedTeamDrivePermission"));
    let owner = json!({ "type": "user", "role": "owner", "emailAddress": "ben@house.example" });
    let refused = share(&house, "ana", &file, "transferOwnership=true", owner).await;
    assert_eq!((refused.code, refused.reason()), (403, "ownerOnTeamDriveItemNotSupported"));
}

#[tokio::test]
async fn an_owner_may_keep_sharing_and_copying_to_themselves() {
    let house = house();
    let id = house.file_id("ben", "Ben's list.txt");
    let body = json!({ "type": "anyone", "role": "reader", "allowFileDiscovery": true });
    let given = share(&house, "ana", &id, "fields=*", body.clone()).await;
    assert_eq!(given.body["allowFileDiscovery"], true, "{}", given.text);
    let kept = json!({ "writersCanShare": false, "copyRequiresWriterPermission": true });
    assert_eq!(house.drive("ben", "PATCH", &format!("files/{id}"), Some(kept)).await.code, 200);
    assert_eq!(share(&house, "ana", &id, "", body).await.code, 403);
    let seen = house.metadata("zoe", &id, "writersCanShare,capabilities(canCopy,canDownload,canShare)").await;
    let nothing = json!({ "canCopy": false, "canDownload": false, "canShare": false });
    assert_eq!(seen, json!({ "writersCanShare": false, "capabilities": nothing }));
    let copy = house.drive("zoe", "POST", &format!("files/{id}/copy"), Some(json!({}))).await;
    assert_eq!((copy.code, copy.reason()), (403, "cannotCopyFile"));
    let download = house.drive("zoe", "GET", &format!("files/{id}?alt=media"), None).await;
    assert_eq!((download.code, download.reason()), (403, "cannotDownloadFile"));
    let admin =
        share(&house, "ben", &id, "useDomainAdminAccess=true", json!({ "type": "anyone", "role": "reader" }))
            .await;
    assert_eq!((admin.code, admin.reason()), (403, "forbidden"));
}

#[tokio::test]
async fn what_is_shared_with_the_company_is_found_in_its_corpus() {
    let house = house();
    let id = house.file_id("ana", "Meeting notes.txt");
    let found = async |person: &str| {
        let answer = house.drive(person, "GET", "files?corpora=domain", None).await;
        answer.body["files"].as_array().unwrap().len()
    };
    assert_eq!(found("ben").await, 0);
    let body = json!({ "type": "domain", "role": "reader", "domain": "house.example" });
    assert_eq!(share(&house, "ana", &id, "", body).await.code, 200);
    assert_eq!((found("ben").await, found("zoe").await), (1, 0));
}
