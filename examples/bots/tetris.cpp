// A Tetris solution: it keeps what is left of the bag and everything that the hold slot may contain.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>

const std::string LETTERS = "ZLOSIJT";
const unsigned BAG = (1u << 7) - 1;

bool possible(const std::string& sequence) {
    // A held piece came of this bag or of an older one; in the first case it counts as left.
    unsigned left = BAG, held = BAG;
    bool older = false;
    for (char letter : sequence) {
        unsigned piece = 1u << LETTERS.find(letter);
        if (held & piece) {
            if (!older) left &= ~piece;
            held = left;
            older = false;
        } else if (left & piece) {
            left &= ~piece;
        } else {
            return false;
        }
        if (!older && !(left & (left - 1))) {
            left = BAG;
            older = true;
        }
    }
    return true;
}

int main() {
    int cases, length;
    std::string sequence;
    std::cin >> cases;
    while (std::cin >> length >> sequence) {
        std::cout << (possible(sequence) ? "YES" : "NO") << "\n";
    }
}
