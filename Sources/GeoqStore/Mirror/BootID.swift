import Foundation

/// What tells one run of the machine from the next: what was written before it
/// started, and not made sure of, may be anything.
enum BootID {
    /// nil where the system does not say.
    static var current: String? {
        #if os(Linux)
            let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
            return text?.trimmingCharacters(in: .whitespacesAndNewlines)
        #else
            var (bytes, size) = ([UInt8](repeating: 0, count: 64), 64)
            guard sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 else { return nil }
            return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        #endif
    }
}
