use stickler::check::transcript::validate;
use stickler::games;
fn main() {
    let game = games::find("gomoku").unwrap();
    let log = std::fs::read(std::env::args().nth(1).unwrap()).unwrap();
    let c = validate(game, &Default::default(), &log).unwrap();
    println!("{:?} {} {:?}", c.extent, c.lines, c.verdict.outcome);
    for f in &c.findings { println!("{} {:?} {} {} {:?}", f.line, f.culprit, f.breach.clause, f.breach.why, f.breach.since); }
}
