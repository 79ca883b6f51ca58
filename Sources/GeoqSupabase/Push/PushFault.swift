/// What a fault that answers a whole batch of operations asks the sender to do.
package enum PushFault: Hashable, Sendable {
    /// Nothing was decided about any operation, and none is to blame: the project
    /// was not reached, its session has ended, or it lacks what a push needs.
    /// No try is counted.
    case stop
    /// The server is not ready. A try of each operation of the batch is counted,
    /// and what is left waits with them.
    case wait
    /// One operation of the batch may be to blame. Its halves are sent, until it
    /// is alone; only then a try is counted.
    case halve
    /// The operation, which was alone, failed for a reason that may pass, and the
    /// server is ready for others. A try of it is counted.
    case delay
    /// The operation, which was alone, is refused.
    case refuse

    /// What to do after a fault.
    ///
    /// - Parameters:
    ///   - isAlone: whether the batch was of one operation.
    ///   - isOfTables: whether the request went to a table, and not to the kit's
    ///     function, which answers for each operation by itself.
    package init(_ fault: RemoteFault, isAlone: Bool, isOfTables: Bool) {
        switch fault.class {
        case .offline, .tokenRefused, .sessionEnded: self = .stop
        case .transient where Self.isOfOneRow(fault): self = isAlone ? .delay : .halve
        case .transient: self = .wait
        // An answer that cannot be read says nothing of any operation.
        case .drift where fault.status == 0: self = .stop
        // A table is no function: what answers so has not looked at any operation.
        case .drift where fault.isOfFunction: self = .stop
        // The kit, or the right to ask it, is missing; or the server takes no
        // writes at present.
        case .drift where !isOfTables, .forbidden where !isOfTables, .order where !isOfTables: self = .stop
        case .permanent where Self.isOfServer(fault): self = .wait
        case .drift, .forbidden, .order, .permanent: self = isAlone ? .refuse : .halve
        }
    }

    /// Whether a row, by its triggers or its locks, can bring the same about:
    /// cancelled statements, locks, and a database that went away in the midst of
    /// a request.
    private static func isOfOneRow(_ fault: RemoteFault) -> Bool {
        fault.status != 0 && ["57014", "40001", "40P01", "55P03", ""].contains(fault.code) && fault.status < 502
            && ![408, 425, 429].contains(fault.status)
    }

    /// Whether the server takes no writes: it is read-only (class 25), a standby,
    /// or its disk fails (58).
    ///
    /// A standby refuses PostgREST's transaction itself, as a feature that it does
    /// not have (`0A000`), which a row's trigger may say as well. Supabase's
    /// servers say it in English.
    private static func isOfServer(_ fault: RemoteFault) -> Bool {
        ["25", "58"].contains(fault.code.prefix(2))
            || fault.code == "0A000" && fault.message.hasSuffix("during recovery")
    }
}

extension RemoteFault {
    /// Whether it says that the project has no such function.
    package var isOfFunction: Bool { ["PGRST202", "PGRST203"].contains(code) }

    /// A refusal of one operation, by its code.
    package init(refusedBy code: String, message: String) {
        self.init(Self.class(ofCode: code) ?? .permanent, code: code, message: message)
    }
}
