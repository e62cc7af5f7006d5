// Ends with an error before its first move.
#include <cstdlib>
#include <iostream>
#include <string>

const int ROWS = 5, COLS = 6;

void play(int r1, int c1, int r2, int c2) {
    std::cout << r1 << " " << c1 << " " << r2 << " " << c2 << std::endl;
}

int main() {
    int games;
    std::cin >> games;
    while (games > 0) {
        return 3;
        std::string word;
        while (std::cin >> word && word != "GAME") {
            int r1, c1, r2, c2;
            std::cin >> r1 >> c1 >> r2 >> c2;
            play(ROWS + 1 - r2, COLS + 1 - c2, ROWS + 1 - r1, COLS + 1 - c1);
        }
        games--;
    }
}
