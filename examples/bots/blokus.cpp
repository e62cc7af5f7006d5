// A Blokus bot: of the moves it is told it plays the one whose shape leaves the most connected cells near the middle to go on
// from; it works out the cells of each code from the definitions that it reads.

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

using Cells = std::vector<std::pair<int, int>>;

std::map<char, Cells> shapes;
std::vector<std::string> board;

// The squares of a definition in the order of their numbers: column and row.
Cells squares(int width, const std::string& definition) {
    Cells cells;
    for (int at = 0; at < (int)definition.size(); at++)
        if (definition[at] == '#') cells.push_back({at % width, at / width});
    return cells;
}

// The cells that a code covers when its square lies at a column and a row.
Cells covered(int x, int y, const std::string& code) {
    Cells cells = shapes[code[0]];
    for (auto& [col, row] : cells) {
        if (code[1] == '1') std::swap(col, row);
        for (int turn = code[2] - '0'; turn > 0; turn--) {
            int old = col;
            col = -row;
            row = old;
        }
    }
    auto [left, top] = cells[code[3] - '1'];
    for (auto& [col, row] : cells) {
        col += x - left;
        row += y - top;
    }
    return cells;
}

bool isFree(int x, int y) {
    int size = board.size();
    return x >= 0 && y >= 0 && x < size && y < size && (board[y][x] == '.' || board[y][x] == 'x');
}

// Squares first; then free cells at the corners of the shape.
int worth(const Cells& cells) {
    int corners = 0;
    for (auto [x, y] : cells)
        for (int dx : {-1, 1})
            for (int dy : {-1, 1}) corners += isFree(x + dx, y + dy);
    return 100 * (int)cells.size() + corners;
}

int main() {
    int count, players, me, size;
    std::string letters;
    std::cin >> count;
    for (int at = 0; at < count; at++) {
        char letter;
        int width, height;
        std::string definition;
        std::cin >> letter >> width >> height >> definition;
        shapes[letter] = squares(width, definition);
    }
    std::cin >> players >> me >> size >> letters;
    while (true) {
        board.assign(size, "");
        for (auto& row : board)
            if (!(std::cin >> row)) return 0;
        std::cin >> count;
        for (int at = 0; at < count; at++) {
            int player, x, y;
            std::string code;
            std::cin >> player >> x >> y >> code;
        }
        std::cin >> count;
        int best = -1, column = 0, line = 0;
        std::string chosen;
        for (int at = 0; at < count; at++) {
            int x, y;
            std::string code;
            std::cin >> x >> y >> code;
            int value = worth(covered(x, y, code));
            if (value > best) {
                best = value;
                column = x;
                line = y;
                chosen = code;
            }
        }
        std::cout << column << " " << line << " " << chosen << std::endl;
    }
}
