// A Gomoku bot: it wins where it can, blocks where it must, and else stays near the other stones.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <tuple>

const int SIZE = 15;
char board[SIZE + 2][SIZE + 2];  // a border of zeros around the cells (1,1)..(15,15)

// Length of the row of `who` through (x, y), counting the cell itself.
int longest(int x, int y, char who) {
    const int directions[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    int best = 0;
    for (auto [dx, dy] : directions) {
        int length = 1;
        for (int sign : {1, -1})
            for (int n = 1; board[x + sign * n * dx][y + sign * n * dy] == who; n++) length++;
        best = std::max(best, length);
    }
    return best;
}

std::tuple<bool, bool, int, int> worth(int x, int y) {
    int mine = longest(x, y, 'm'), others = longest(x, y, 'o');
    return {mine >= 5, others >= 5, mine + others, -std::abs(x - 8) - std::abs(y - 8)};
}

std::pair<int, int> choose() {
    std::pair<int, int> best{0, 0};
    for (int x = 1; x <= SIZE; x++)
        for (int y = 1; y <= SIZE; y++)
            if (!board[x][y] && (!best.first || worth(x, y) > worth(best.first, best.second))) best = {x, y};
    return best;
}

int main() {
    std::string word, role;
    int x, y, time;
    while (std::cin >> word) {
        if (word == "READY") {
            std::cin >> role;
            std::cout << "OK" << std::endl;
        } else if (word == "TURN") {
            std::cin >> time >> time;
            std::tie(x, y) = choose();
            board[x][y] = 'm';
            std::cout << "MOVE " << x << " " << y << std::endl;
        } else if (word == "OPP") {
            std::cin >> x >> y >> time;
            board[x][y] = 'o';
        } else if (word == "FINISH") {
            break;
        }
    }
}
