import Foundation

/// Tells one run of the machine from the next. A file that was written before
/// the machine started, and was not synced, may hold anything.
enum BootID {
    /// nil where the system has no such number.
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
