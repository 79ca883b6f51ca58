import Foundation
import Geoq
import GeoqImages

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

// `prepare-picture FILE [TIMES]` makes a picture ready to send, as `geoq photo add` does
// for an entry, and writes a line: the median of its seconds, the most memory that the
// process had in bytes, and the bytes of the result.

let words = CommandLine.arguments.dropFirst()
guard let path = words.first, words.count <= 2, let times = Int(words.dropFirst().first ?? "1"), times > 0 else {
    FileHandle.standardError.write(Data("usage: prepare-picture FILE [TIMES]\n".utf8))
    exit(64)
}
let original = [UInt8](try Data(contentsOf: URL(filePath: path)))
var seconds: [Double] = []
var size = 0
for _ in 0..<times {
    let start = ContinuousClock.now
    size = try JPEGPreparing().prepare(original, for: .observation).bytes.count
    seconds.append((ContinuousClock.now - start) / .seconds(1))
}
var usage = rusage()
#if canImport(Glibc)
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    // In KiB.
    let peak = usage.ru_maxrss * 1_024
#else
    getrusage(RUSAGE_SELF, &usage)
    let peak = usage.ru_maxrss
#endif
print(seconds.sorted()[times / 2], peak, size)
