//! Tests that start programs: the command line, bots, engines, taps, and what keeps bots apart. Tables of bots and judges are in
//! `conformance`.

mod allow;
mod assumptions;
mod attacks;
mod broken_input;
mod clause_table;
mod completions;
mod coverage;
mod did_you_mean;
mod ended_at_any_step;
mod engine_report;
mod environment_taken_away;
mod example_engines;
mod failure_report;
mod files;
mod flaky;
mod flushes;
mod grade_generate_decide;
mod isolation;
mod joins;
mod json_schemas;
mod judge_report;
mod limits;
mod many_games;
mod new_bot;
mod new_game;
mod no_clock;
mod non_utf8_names;
mod option_numbers;
mod oracle;
mod packages;
mod play_batch;
mod play_log;
mod portable;
mod processes;
mod records;
mod referee;
mod reference_bot;
mod replay_each;
mod replay_record;
mod replay_seat;
mod report_files;
mod results;
mod resume;
mod saved_failures;
mod scenarios;
mod seed;
mod show_html;
mod show_svg;
mod shrink_limits;
mod signals;
mod silences;
mod slowest_answer;
mod spec;
mod stack;
mod standard_error;
mod standard_output;
mod stop_at;
mod strict;
mod tap;
mod time_box;
mod unstartable;
mod unwritable_files;
mod validate_html;
mod validate_log;
mod validate_record;
mod ways_of_reading;
mod wrap;

use libtest_mimic::Trial;

pub(crate) fn tests() -> Vec<Trial> {
    let tests = [
        allow::tests,
        assumptions::tests,
        attacks::tests,
        broken_input::tests,
        clause_table::tests,
        completions::tests,
        coverage::tests,
        did_you_mean::tests,
        ended_at_any_step::tests,
        engine_report::tests,
        environment_taken_away::tests,
        example_engines::tests,
        failure_report::tests,
        files::tests,
        flaky::tests,
        flushes::tests,
        grade_generate_decide::tests,
        isolation::tests,
        joins::tests,
        json_schemas::tests,
        judge_report::tests,
        limits::tests,
        many_games::tests,
        new_bot::tests,
        new_game::tests,
        no_clock::tests,
        non_utf8_names::tests,
        option_numbers::tests,
        oracle::tests,
        packages::tests,
        play_batch::tests,
        play_log::tests,
        portable::tests,
        processes::tests,
        records::tests,
        referee::tests,
        reference_bot::tests,
        replay_each::tests,
        replay_record::tests,
        replay_seat::tests,
        report_files::tests,
        results::tests,
        resume::tests,
        saved_failures::tests,
        scenarios::tests,
        seed::tests,
        show_html::tests,
        show_svg::tests,
        shrink_limits::tests,
        signals::tests,
        silences::tests,
        slowest_answer::tests,
        spec::tests,
        stack::tests,
        standard_error::tests,
        standard_output::tests,
        stop_at::tests,
        strict::tests,
        tap::tests,
        time_box::tests,
        unstartable::tests,
        unwritable_files::tests,
        validate_html::tests,
        validate_log::tests,
        validate_record::tests,
        ways_of_reading::tests,
        wrap::tests,
    ];
    tests.into_iter().flat_map(|tests| tests()).collect()
}
