import GeoqStore
import GeoqSupabase
import Synchronization

/// Sends operations to a Supabase project: to the kit's function where the
/// project has it, else to its tables.
final class ProjectWriter: Sendable {
    let client: ProjectClient
    private let kit: KitWriter
    private let hasKit = Mutex(Bool?.none)

    init(_ client: ProjectClient) {
        self.client = client
        kit = KitWriter(ProjectKit(client: client))
    }

    /// - Throws: `CancellationError`.
    func push(_ operations: [PendingOperation], _ context: PushContext) async throws -> PushReply {
        if hasKit.withLock({ $0 }) != false {
            let reply = try await kit.push(operations, context)
            hasKit.withLock { $0 = reply != nil }
            if let reply { return reply }
        }
        var sending = SentOperations(operations)
        try await pushToTables(&sending, context)
        return sending.reply
    }

    /// How many operations go in one request.
    var size: PushSize { kit.size }
}
