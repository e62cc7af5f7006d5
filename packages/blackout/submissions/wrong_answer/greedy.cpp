// Takes the segment with the most white squares.
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

struct Segment { int r1, c1, r2, c2; };

unsigned squares(const Segment& s) {
    unsigned bits = 0;
    for (int r = s.r1; r <= s.r2; ++r) for (int c = s.c1; c <= s.c2; ++c) bits |= 1u << (6 * (r - 1) + c - 1);
    return bits;
}

int main() {
    std::vector<Segment> all;
    for (int r1 = 1; r1 <= 5; ++r1) for (int c1 = 1; c1 <= 6; ++c1)
        for (int r2 = r1; r2 <= 5; ++r2) for (int c2 = c1; c2 <= 6; ++c2)
            if (r1 == r2 || c1 == c2) all.push_back({r1, c1, r2, c2});
    int games;
    std::cin >> games;
    while (games-- > 0) {
        unsigned black = 0;
        for (;;) {
            auto fresh = [&](const Segment& s) { return __builtin_popcount(squares(s) & ~black); };
            Segment s = *std::max_element(all.begin(), all.end(),
                                          [&](const Segment& a, const Segment& b) { return fresh(a) < fresh(b); });
            black |= squares(s);
            std::cout << s.r1 << ' ' << s.c1 << ' ' << s.r2 << ' ' << s.c2 << std::endl;
            std::string word;
            if (!(std::cin >> word) || word == "GAME") break;
            std::cin >> s.r1 >> s.c1 >> s.r2 >> s.c2;
            black |= squares(s);
        }
    }
}
