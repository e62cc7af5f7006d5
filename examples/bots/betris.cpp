// A Betris bot: it bets two chips on the larger block and places it where it touches most.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

using Cells = std::vector<std::pair<int, int>>;

const int SIZE = 7;
bool filled[SIZE + 2][SIZE + 2];  // a border around the cells (1,1)..(7,7)

const std::map<std::string, std::string> PICTURES = {
    {"I1", "#"}, {"I2", "##"}, {"I3", "###"}, {"L3", "##/#."}, {"I4", "####"}, {"L4", "###/#.."}, {"S4", ".##/##."},
    {"T4", "###/.#."}, {"O4", "##/##"}, {"I5", "#####"}, {"L5", "####/#..."}, {"F5", ".##/##./.#."},
    {"N5", ".###/##.."}, {"P5", "##/##/#."}, {"T5", "###/.#./.#."}, {"U5", "#.#/###"}, {"V5", "#../#../###"},
    {"W5", "#../##./.##"}, {"X5", ".#./###/.#."}, {"Y5", "####/.#.."}, {"Z5", "##./.#./.##"},
};

int size_of(const std::string& block) { return block[1] - '0'; }

// The same cells with their top left corner at (0,0), sorted.
Cells at_corner(Cells cells) {
    int top = 99, left = 99;
    for (auto [x, y] : cells) top = std::min(top, x), left = std::min(left, y);
    for (auto& [x, y] : cells) x -= top, y -= left;
    std::sort(cells.begin(), cells.end());
    return cells;
}

// Every way to turn and mirror a block.
std::set<Cells> forms(const std::string& picture) {
    Cells cells;
    int row = 0, col = 0;
    for (char glyph : picture) {
        if (glyph == '#') cells.push_back({row, col});
        col++;
        if (glyph == '/') row++, col = 0;
    }
    std::set<Cells> found;
    for (int flip = 0; flip < 2; flip++) {
        for (auto& [x, y] : cells) y = -y;
        for (int turn = 0; turn < 4; turn++) {
            for (auto& [x, y] : cells) std::swap(x, y), y = -y;
            found.insert(at_corner(cells));
        }
    }
    return found;
}

bool is_free(int x, int y) { return x >= 1 && x <= SIZE && y >= 1 && y <= SIZE && !filled[x][y]; }

// Sides of the cells that lie at filled cells or at the edge.
int touching(const Cells& cells) {
    int sides = 0;
    for (auto [x, y] : cells)
        sides += !is_free(x, y + 1) + !is_free(x + 1, y) + !is_free(x, y - 1) + !is_free(x - 1, y);
    return sides;
}

// The best placement; no cells, a pass, where there is none.
Cells choose(const std::string& block) {
    Cells best;
    for (const Cells& form : forms(PICTURES.at(block)))
        for (int row = 1; row <= SIZE; row++)
            for (int col = 1; col <= SIZE; col++) {
                Cells cells = form;
                for (auto& [x, y] : cells) x += row, y += col;
                bool fits = std::all_of(cells.begin(), cells.end(), [](auto cell) { return is_free(cell.first, cell.second); });
                if (fits && (best.empty() || touching(cells) > touching(best))) best = cells;
            }
    return best;
}

int main() {
    std::string word, a, b, block;
    int chips = 24, number;
    while (std::cin >> word) {
        if (word == "READY") {
            std::cout << "OK" << std::endl;
        } else if (word == "PHASE1") {
            std::cin >> a >> b >> number >> number;
            std::string wanted = size_of(b) > size_of(a) ? b : a;
            std::cout << "BET " << wanted << " " << std::min(2, chips) << std::endl;
        } else if (word == "PHASE2") {
            std::cin >> block >> chips >> number >> number >> number;
            Cells cells = choose(block);
            for (auto [x, y] : cells) filled[x][y] = true;
            std::cout << "PLACE " << cells.size();
            for (auto [x, y] : cells) std::cout << " " << x << " " << y;
            std::cout << std::endl;
        } else if (word == "OPP") {
            int cells;
            std::cin >> cells;
            while (cells-- > 0) std::cin >> number >> number;
        } else if (word == "FINISH") {
            break;
        }
    }
}
