//! What is asked of a permission, and whether that can be.

use jiff::{SignedDuration, Timestamp};

use crate::drive::asked::Asked;
use crate::drive::file::{File, Grantee};
use crate::drive::refusals;
use crate::drive::role::Role;
use crate::drive::tree::{Closed, Given, Tree};
use crate::notices::Sharing;
use crate::refusal::Refusal;

/// The longest a permission that ends can last.
const A_YEAR: SignedDuration = SignedDuration::from_hours(366 * 24);

/// What a client may say of a permission.
const SETTABLE: [&str; 7] =
    ["kind", "type", "role", "emailAddress", "domain", "allowFileDiscovery", "expirationTime"];

/// A permission that can be given.
pub(super) struct Wanted {
    pub(super) to: Grantee,
    pub(super) role: Role,
    pub(super) expires: Option<Timestamp>,
    pub(super) discoverable: bool,
    /// Whether they are told by mail.
    pub(super) notify: bool,
}

impl Wanted {
    pub(super) fn read(tree: &Tree, asked: &Asked<'_>, file: &File) -> Result<Self, Refusal> {
        let call = asked.call;
        let mut names = call.body.as_object().into_iter().flat_map(|fields| fields.keys());
        if names.any(|name| !SETTABLE.contains(&name.as_str())) {
            return Err(refusals::not_writable());
        }
        let to = grantee(asked)?;
        let role = call.text("/role").ok_or_else(|| required("role", "permission.role"))?;
        let role = role_named(role)?;
        check_role(tree, asked, file, &to, role)?;
        let crowd = matches!(to, Grantee::Domain(_) | Grantee::Anyone);
        let notify = match call.query.one("sendNotificationEmail") {
            Some("true") if crowd => {
                let message = "The sendNotificationEmail parameter is only allowed for permissions of type user or group.";
                return Err(Refusal::older(400, "invalid", message).at("sendNotificationEmail", "parameter"));
            }
            Some("false") if role == Role::Owner => {
                let message =
                    "The sendNotificationEmail parameter cannot be disabled for ownership transfers.";
                return Err(
                    Refusal::older(403, "forbidden", message).at("sendNotificationEmail", "parameter")
                );
            }
            Some("false") => false,
            _ => !crowd,
        };
        let expires = expiry(asked, &to, role)?;
        let discoverable = crowd && call.body.get("allowFileDiscovery") == Some(&true.into());
        Ok(Self { to, role, expires, discoverable, notify })
    }

    /// What the mail about it says.
    pub(super) fn notice<'a>(&'a self, asked: &Asked<'a>, file: &'a str) -> Sharing<'a> {
        let to = match &self.to {
            Grantee::User(address) | Grantee::Group(address) => address,
            Grantee::Domain(_) | Grantee::Anyone => "",
        };
        Sharing {
            file,
            by: asked.visitor.account,
            to,
            role: self.role,
            message: asked.call.query.one("emailMessage").unwrap_or_default(),
        }
    }
}

/// A change of a permission that can be made.
pub(super) struct Change {
    pub(super) role: Role,
    pub(super) expires: Option<Timestamp>,
}

impl Change {
    pub(super) fn read(tree: &Tree, asked: &Asked<'_>, file: &File, given: &Given) -> Result<Self, Refusal> {
        let call = asked.call;
        let mut names = call.body.as_object().into_iter().flat_map(|fields| fields.keys());
        if names.any(|name| !matches!(name.as_str(), "kind" | "role" | "expirationTime")) {
            return Err(refusals::not_writable());
        }
        let permission = &given.permission;
        let role = call.text("/role").map(role_named).transpose()?.unwrap_or(permission.role);
        if permission.role == Role::Owner && role != Role::Owner {
            return Err(refusals::closed(Closed::Forbidden, call.path("fileId")));
        }
        check_role(tree, asked, file, &permission.to, role)?;
        let expires = match expiry(asked, &permission.to, role)? {
            None if call.query.is_true("removeExpiration") => None,
            None => permission.expires,
            given => given,
        };
        Ok(Self { role, expires })
    }
}

fn grantee(asked: &Asked<'_>) -> Result<Grantee, Refusal> {
    let call = asked.call;
    let wrong = |field: &str, at: &'static str| {
        let message =
            format!("The specified {field} is invalid or not applicable for the given permission type.");
        Refusal::older(400, "invalid", message).at(at, "other")
    };
    let (address, domain) = (call.text("/emailAddress"), call.text("/domain"));
    let address_fault = || wrong("emailAddress", "permission.emailAddress");
    let domain_fault = || wrong("domain", "permission.domain");
    match call.text("/type").ok_or_else(|| required("type", "permission.type"))? {
        kind @ ("user" | "group") => {
            if domain.is_some() {
                return Err(domain_fault());
            }
            let address = address.filter(|address| is_address(address)).ok_or_else(address_fault)?.to_owned();
            Ok(if kind == "user" { Grantee::User(address) } else { Grantee::Group(address) })
        }
        "domain" | "anyone" if address.is_some() => Err(address_fault()),
        "domain" => {
            let domain = domain.filter(|domain| is_domain(domain)).ok_or_else(domain_fault)?;
            Ok(Grantee::Domain(domain.to_owned()))
        }
        "anyone" if domain.is_some() => Err(domain_fault()),
        "anyone" => Ok(Grantee::Anyone),
        _ => Err(Refusal::older(400, "invalid", "The specified permission type is invalid.")
            .at("permission.type", "other")),
    }
}

fn role_named(name: &str) -> Result<Role, Refusal> {
    match name {
        "reader" => Ok(Role::Reader),
        "commenter" => Ok(Role::Commenter),
        "writer" => Ok(Role::Writer),
        "fileOrganizer" => Ok(Role::FileOrganizer),
        "organizer" => Ok(Role::Organizer),
        "owner" => Ok(Role::Owner),
        _ => {
            Err(Refusal::older(400, "invalid", "The specified role is invalid.")
                .at("permission.role", "other"))
        }
    }
}

fn check_role(tree: &Tree, asked: &Asked<'_>, file: &File, to: &Grantee, role: Role) -> Result<(), Refusal> {
    let drive = tree.drive_of(file);
    let refuse = |reason, message: &str| Err(Refusal::older(403, reason, message));
    match role {
        Role::Reader | Role::Commenter | Role::Writer => Ok(()),
        Role::FileOrganizer | Role::Organizer if drive.is_none() => refuse(
            "organizerOnNonTeamDriveNotSupported",
            "The organizer roles are only valid on shared drives.",
        ),
        _ if matches!(to, Grantee::Domain(_) | Grantee::Anyone) => {
            refuse("invalidSharingRequest", "This role can only be given to a user or a group.")
        }
        Role::Organizer if drive != Some(file.id.as_str()) => refuse(
            "organizerOnNonTeamDriveItemNotSupported",
            "The organizer role is only valid on a shared drive itself.",
        ),
        Role::FileOrganizer | Role::Organizer => Ok(()),
        Role::Owner => check_transfer(tree, asked, file, to),
    }
}

fn check_transfer(tree: &Tree, asked: &Asked<'_>, file: &File, to: &Grantee) -> Result<(), Refusal> {
    let refuse = |reason, message: &str| Err(Refusal::older(403, reason, message));
    if tree.drive_of(file).is_some() {
        return refuse(
            "ownerOnTeamDriveItemNotSupported",
            "The owner role is not valid on shared drive items.",
        );
    }
    if !asked.call.query.is_true("transferOwnership") {
        return Err(Refusal::older(
            403,
            "forbidden",
            "The transferOwnership parameter must be enabled when the permission role is 'owner'.",
        )
        .at("transferOwnership", "parameter"));
    }
    if file.owner.as_deref() != Some(asked.me()) {
        return Err(refusals::closed(Closed::Forbidden, &file.id));
    }
    let same_house = match to {
        Grantee::User(address) => host(address).eq_ignore_ascii_case(host(asked.me())),
        Grantee::Group(_) | Grantee::Domain(_) | Grantee::Anyone => false,
    };
    if !same_house {
        return refuse(
            "consentRequiredForOwnershipTransfer",
            "Consent is required to transfer ownership of a file to another user.",
        );
    }
    Ok(())
}

/// When it ends, if it does: in the future, within a year, and only for people who may not organise.
fn expiry(asked: &Asked<'_>, to: &Grantee, role: Role) -> Result<Option<Timestamp>, Refusal> {
    let Some(text) = asked.call.text("/expirationTime") else { return Ok(None) };
    let refuse = |reason, message: &str| {
        Err(Refusal::older(403, reason, message).at("permission.expirationTime", "other"))
    };
    let now = sandbox_world::now();
    let Ok(time) = text.parse::<Timestamp>() else { return refuse("invalid", "Invalid Value") };
    if matches!(to, Grantee::Domain(_) | Grantee::Anyone) {
        return refuse(
            "cannotSetExpirationOnAnyoneOrDomain",
            "Expiration dates cannot be set on a permission with type=anyone or type=domain.",
        );
    }
    if role > Role::Writer {
        return refuse("cannotSetExpiration", "Expiration dates cannot be set on this item.");
    }
    if time <= now {
        return refuse("expirationDatesMustBeInTheFuture", "Expiration dates must be in the future.");
    }
    if time.duration_since(now) > A_YEAR {
        return refuse(
            "expirationDateTooFarInTheFuture",
            "Expiration dates cannot be more than a year in the future.",
        );
    }
    Ok(Some(time))
}

fn required(field: &str, at: &'static str) -> Refusal {
    Refusal::older(400, "required", format!("The permission {field} field is required.")).at(at, "other")
}

fn host(address: &str) -> &str {
    address.rsplit('@').next().unwrap_or_default()
}

fn is_address(text: &str) -> bool {
    text.split_once('@').is_some_and(|(local, host)| {
        !local.is_empty() && !local.contains(char::is_whitespace) && is_domain(host)
    })
}

fn is_domain(text: &str) -> bool {
    let label = |label: &str| {
        !label.is_empty() && label.chars().all(|letter| letter.is_alphanumeric() || letter == '-')
    };
    text.contains('.') && text.split('.').all(label)
}
