import GeoqStore

/// What the process of the tests is set to, as geoq's programs set theirs.
///
/// By itself SQLite counts its memory under one lock for all stores of a process: where sixteen tests use theirs at
/// once, they wait for it.
enum TestProcess {
    /// Set when this is first asked for. That has to be before SQLite is used, so the trait `.waits` asks: traits are
    /// made before the first test runs.
    static let isConfigured: Bool = {
        ProcessMemory.configure()
        return true
    }()
}
