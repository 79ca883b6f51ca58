/// Waits until a condition holds, which another task or program brings about.
///
/// - Parameters:
///   - limit: how long at most; as long as a busy machine may need, for it is waited for in failures alone.
///   - interval: the pause between two looks.
/// - Returns: whether it holds.
@discardableResult
package func eventually(
    within limit: Duration = .seconds(300), every interval: Duration = .milliseconds(50),
    _ condition: () async throws -> Bool
) async throws -> Bool {
    let end = ContinuousClock.now + limit
    while true {
        if try await condition() { return true }
        if ContinuousClock.now > end { return false }
        try await Task.sleep(for: interval)
    }
}
