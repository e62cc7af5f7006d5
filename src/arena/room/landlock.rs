//! Files that nobody writes, where there is no room whose root could be sealed.

use landlock::{ABI, Access, AccessFs, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetStatus};

/// Every file can be read and run, and the null device written.
pub(super) fn write_nothing() -> Result<(), String> {
    let told = |error: &dyn std::fmt::Display| error.to_string();
    let abi = ABI::V3;
    let below = |path: &str, access| PathFd::new(path).map(|fd| PathBeneath::new(fd, access)).map_err(|e| told(&e));
    let ruleset = Ruleset::default().handle_access(AccessFs::from_all(abi)).map_err(|e| told(&e))?;
    let ruleset = ruleset.create().map_err(|e| told(&e))?;
    let ruleset = ruleset.add_rule(below("/", AccessFs::from_read(abi))?).map_err(|e| told(&e))?;
    let null = AccessFs::ReadFile | AccessFs::WriteFile;
    let ruleset = ruleset.add_rule(below("/dev/null", null)?).map_err(|e| told(&e))?;
    match ruleset.restrict_self().map_err(|e| told(&e))?.ruleset {
        RulesetStatus::NotEnforced => Err("this kernel has no Landlock".into()),
        RulesetStatus::PartiallyEnforced => Err("this kernel's Landlock knows only some kinds of writing".into()),
        RulesetStatus::FullyEnforced => Ok(()),
    }
}
