import Foundation
import Geoq
import TestSupport
import Testing

@testable import GeoqImages

/// Pictures that are damaged at random. `make fuzz` makes 100 000 of them, in a
/// process of its own, so that what it needs of memory is the decoders'.
@Suite struct PictureFuzzTests {
    private static let mostBytes = 350 << 20

    @Test func `damaged pictures are read or refused, the right way up and in bounds (F38)`() throws {
        let preparing = JPEGPreparing()
        let seed = ProcessInfo.processInfo.environment["GEOQ_SEED"].flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
        // A decoder that crashes leaves no other word of it.
        print("damaged pictures: GEOQ_SEED=\(seed)")
        var generator = SeededGenerator(seed: seed)
        var (read, refused) = (0, 0)
        for round in 0..<Fuzz.rounds(short: 3_000) {
            let sample = try #require(PictureSamples.all.randomElement(using: &generator))
            let bytes = Mutation.damage(sample, using: &generator)
            do {
                let photo = try preparing.prepare(bytes, for: .observation)
                if photo.contentType == "image/jpeg" {
                    let parts = try JPEGParts(photo.bytes)
                    #expect(max(parts.width, parts.height) <= 1_200, "seed \(seed), round \(round)")
                    #expect(parts.orientation == .upright, "seed \(seed), round \(round)")
                }
                read += 1
            } catch is PictureError {
                refused += 1
            }
        }
        #expect(read > 0 && refused > 0, "seed \(seed)")
        guard Fuzz.asked != nil, let peak = Self.peak() else { return }
        print("damaged pictures: \(read) read, \(refused) refused, at most \(peak >> 20) MiB of memory")
        #expect(peak <= Self.mostBytes, "seed \(seed)")
    }

    /// The most memory that the process has had, in bytes; nil where the system does
    /// not say.
    private static func peak() -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let match = status.firstMatch(of: /VmHWM:\s+(\d+) kB/), let kilobytes = Int(match.1)
        else { return nil }
        return kilobytes << 10
    }
}
