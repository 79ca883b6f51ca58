// The machine's own limits, each the best of five: what no index can beat.
//
//     geod_inverse      nanoseconds a call, for places some tens of km apart
//     cache line        nanoseconds to follow a pointer anywhere in 256 MiB
//     sequential read   GB/s through 1 GiB
#include "peer.hpp"

#include <numeric>

using namespace peer;

template <typename Body>
static double best(Body body) {
    double seconds = 1e9;
    for (int i = 0; i < 5; i++) {
        const double start = now();
        body();
        seconds = std::min(seconds, now() - start);
    }
    return seconds;
}

static volatile double sink;

int main() {
    {
        std::vector<Place> places;
        for (uint64_t i = 0; i < 20001; i++) {
            places.push_back({45 + static_cast<double>(mixed(i) >> 40) * 0x1p-24, static_cast<double>(mixed(~i) >> 40) * 0x1p-24});
        }
        const double seconds = best([&] {
            double sum = 0;
            for (size_t i = 0; i + 1 < places.size(); i++) sum += geodesic(places[i], places[i + 1]);
            sink = sum;
        });
        std::printf("geod_inverse\t%.1f\n", seconds / 20000 * 1e9);
    }
    {
        // One cycle through all lines (Sattolo's shuffle), so that no prefetcher knows the next.
        const size_t lines = (256u << 20) / 64;
        std::vector<uint32_t> order(lines);
        std::iota(order.begin(), order.end(), 0u);
        for (size_t i = lines - 1; i > 0; i--) std::swap(order[i], order[mixed(i) % i]);
        std::vector<uint32_t> next(lines * 16);
        for (size_t i = 0; i < lines; i++) next[size_t{16} * i] = order[i];
        uint32_t at = 0;
        const double seconds = best([&] {
            for (int i = 0; i < 1000000; i++) at = next[size_t{16} * at];
            sink = at;
        });
        std::printf("cache line\t%.1f\n", seconds / 1e6 * 1e9);
    }
    {
        std::vector<uint64_t> numbers((1u << 30) / 8, 1);
        const double seconds = best([&] {
            sink = static_cast<double>(std::accumulate(numbers.begin(), numbers.end(), uint64_t{0}));
        });
        std::printf("sequential read\t%.1f\n", (1u << 30) / seconds * 1e-9);
    }
}
