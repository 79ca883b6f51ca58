/// The same question from several threads at once, each with its share of the
/// places.
public enum Threads {
    /// - Returns: the hits of all of them.
    public static func ask(
        _ question: some Question, _ workload: Workload, count: Int, threads: Int
    ) async throws -> Int {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for thread in 0..<threads {
                let range = count * thread / threads..<count * (thread + 1) / threads
                group.addTask { try question.askAll(workload, range) }
            }
            return try await group.reduce(0, +)
        }
    }
}
