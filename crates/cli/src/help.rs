//! The text of `stickler --help`: the commands in groups, those of some games alone apart.

use super::tool::AnyTool;
use clap::Command;
use std::fmt::Write;

/// The groups, in the order of the help. A command that stands in none is listed last.
const GROUPS: [(&str, &[&str]); 4] = [
    (
        "Check bots, logs, judges and engines",
        &[
            "new", "check", "replay", "validate", "judge", "tap", "engine", "report",
        ],
    ),
    ("Play and look", &["play", "referee", "show", "convert"]),
    ("Rules", &["spec", "games", "oracle", "vectors"]),
    ("This program", &["doctor", "completions", "manual", "help"]),
];

/// The command line with the commands of some games, and with a help that shows all of them in groups.
pub(super) fn grouped(line: Command, tools: &[AnyTool]) -> Command {
    let mut line = line.subcommands(
        tools
            .iter()
            .map(|tool| (tool.arguments)(Command::new(tool.name))),
    );
    line.build();
    let mut left: Vec<&Command> = line
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .collect();
    let mut take = |is_in: &dyn Fn(&str) -> bool| {
        left.extract_if(.., |command| is_in(command.get_name()))
            .collect::<Vec<&Command>>()
    };
    let is_grouped = |name: &str| GROUPS.iter().any(|(_, names)| names.contains(&name));
    let of_games = take(&|name| !is_grouped(name) && tools.iter().any(|tool| tool.name == name));
    let mut groups: Vec<_> = GROUPS
        .iter()
        .map(|(title, names)| (*title, take(&|name| names.contains(&name))))
        .collect();
    groups.insert(groups.len() - 1, ("Tasks of one game", of_games));
    groups.push(("More", left));
    let width = groups
        .iter()
        .flat_map(|(_, own)| own)
        .map(|command| command.get_name().len())
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for (title, own) in groups.iter().filter(|(_, own)| !own.is_empty()) {
        // A text can always be written to.
        let _ = writeln!(text, "{title}:");
        for command in own {
            let about = command
                .get_about()
                .map(ToString::to_string)
                .unwrap_or_default();
            let _ = writeln!(text, "  {:width$}  {about}", command.get_name());
        }
        text.push('\n');
    }
    line.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{text}Options:\n{{options}}\n"
    ))
}
