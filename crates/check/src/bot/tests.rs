mod exchanged;
mod extremes;
mod held_up;
