//! Tests that need what only Linux's arena sees or does. With `STICKLER_ARENA=portable` they are left out, each with its reason.

/// Why tests are left out, and their names.
const NEED_LINUX: &[(&str, &[&str])] = &[
    (
        "the portable arena has no walls, and refuses the options that ask for one",
        &[
            "limits::a_bot_that_burns_cpu_time_is_ended",
            "limits::a_bot_that_may_not_write_leaves_no_file",
            "limits::a_bot_without_network_reaches_nobody",
            "limits::a_correct_bot_conforms_under_every_limit",
            "limits::a_game_s_own_limit_of_cpu_time_counts_every_process",
            "limits::a_missing_program_is_no_bot_s_fault_under_limits_either",
            "limits::a_program_that_cannot_be_started_is_nobody_s_fault",
            "limits::a_program_that_outgrows_its_limit_is_ended_at_once",
            "limits::accounts_begin_anew_with_every_program",
            "limits::bots_of_a_match_do_not_see_each_others_files",
            "limits::files_in_memory_count_as_far_as_they_are_there",
            "limits::files_of_its_own_begin_as_those_that_are_there",
            "limits::memory_is_held_against_its_limit",
            "limits::memory_of_children_is_held_against_the_limit",
            "limits::players_of_a_match_are_limited_too",
            "limits::what_the_kernel_refuses_is_said",
            "trouble::a_file_that_holds_something_else_is_not_gone_on_with",
            "walls::a_bubblewrap_that_fails_leaves_no_half_of_a_room",
            "walls::a_current_folder_with_many_files_can_be_read",
            "walls::a_parent_that_ignores_the_ends_of_its_children_changes_nothing",
            "walls::every_wall_that_was_asked_for_stands_and_no_other",
            "walls::limits_of_the_session_hold_and_are_said",
            "walls::what_is_mounted_in_a_covered_folder_harms_nobody",
            "walls::without_bubblewrap_it_is_said_or_refused",
            "wrap::a_bot_that_fails_behind_a_wrapper_is_at_fault",
            "wrap::a_wrapper_is_asked_to_end_first",
            "wrap::a_wrapper_that_fails_is_nobody_s_fault",
            "wrap::a_wrapper_that_writes_to_the_bots_output_is_named",
            "wrap::accounts_are_where_the_wrapper_was_told_to_write_them",
            "wrap::accounts_of_isolate_are_the_bots",
            "wrap::an_error_of_isolate_voids_the_match",
        ],
    ),
    (
        "the portable arena reaches a program's process group, and not those that leave it",
        &[
            "attacks::a_judge_that_is_killed_while_it_starts_bots_leaves_nobody_behind",
            "attacks::a_killed_judge_leaves_nobody_behind",
            "attacks::nobody_stays_behind",
            "attacks::processes_that_replace_themselves_harm_nobody",
            "judges::gomoku_leaves_programs_running",
            "processes::programs_at_a_table_that_is_dropped_are_ended",
            "processes::programs_that_escape_are_ended_where_the_session_has_no_number",
        ],
    ),
    (
        "the portable arena knows what the program itself has used, when it has ended",
        &[
            "attacks::cpu_time_counts_whoever_burns_it",
            "attacks::memory_counts_wherever_it_is",
            "processes::what_a_child_used_is_reported",
            "processes::what_a_program_used_is_reported",
            "processes::what_one_program_takes_is_not_held_against_another",
            "screens::a_clause_that_was_kept_before_the_fault_did_come_up",
        ],
    ),
    (
        "the portable arena does not see where the time of an answer goes",
        &["pages::README"],
    ),
];

/// Why a test of this name is left out here.
fn left_out(name: &str) -> Option<&'static str> {
    if std::env::var("STICKLER_ARENA").as_deref() != Ok("portable") {
        return None;
    }
    NEED_LINUX
        .iter()
        .find(|(_, names)| names.contains(&name))
        .map(|(why, _)| *why)
}

/// True where a test of this name is left out here, which is said.
pub(crate) fn leaves_out(name: &str) -> bool {
    let why = left_out(name);
    if let Some(why) = why {
        super::trials::skipped(&format!("{name}: {why}"));
    }
    why.is_some()
}
