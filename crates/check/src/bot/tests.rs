mod beside_others;
mod exchanged;
mod extremes;
mod held_up;
