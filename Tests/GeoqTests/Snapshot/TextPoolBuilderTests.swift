import Testing

@testable import Geoq

struct TextPoolBuilderTests {
    @Test func `texts are put into the order of their use`() {
        for seed in UInt64(1)...20 {
            print("seed \(seed)")
            var random = SplitMix64(seed: seed)
            let texts =
                (0..<Int.random(in: 0..<200, using: &random)).map { _ in
                    "Großer See \(Int.random(in: 0..<60, using: &random))"
                } + [""]
            var pool = TextPoolBuilder()
            let indexes = texts.map { pool.index(of: $0) }
            // Some more than once, some not at all.
            let chosen = (0..<Int.random(in: 0..<300, using: &random)).map { _ in
                Int.random(in: 0..<texts.count, using: &random)
            }
            var uses = chosen.map { indexes[$0] }
            pool.order(byUseIn: &uses)

            var named: [String] = []
            for text in chosen.map({ texts[$0] }) where !named.contains(text) { named.append(text) }
            let (offsets, bytes) = pool.take()
            let kept = zip(offsets, offsets.dropFirst()).map {
                String(decoding: bytes[Int($0)..<Int($1)], as: UTF8.self)
            }
            #expect(kept == named)
            #expect(uses.map { kept[Int($0)] } == chosen.map { texts[$0] })
        }
    }
}
