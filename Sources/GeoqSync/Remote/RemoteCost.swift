/// At what a remote looks for one statement of an answer.
package struct RemoteStatement: Hashable, Sendable {
    /// A table, or a part of one.
    package struct Part: Hashable, Sendable {
        package var name: String
        /// The server that has it, by the name that the remote has for it; nil when it
        /// is the remote itself.
        package var server: String?

        package init(name: String, server: String?) {
            (self.name, self.server) = (name, server)
        }
    }

    /// In the order of the plan. A part on another server is there once for each statement that
    /// its server is sent.
    package var parts: [Part]

    package init(parts: [Part]) {
        self.parts = parts
    }
}

/// What a question to a remote costs.
package struct RemoteCost: Sendable {
    package var statements: [RemoteStatement]
    /// How many parts the table has.
    package var partCount: Int
    package var hits: Int
    /// From the first statement of the answer to the last row.
    package var answering: Duration
    /// The same a second time: the remote has connections to the servers then.
    package var answeringAgain: Duration

    /// The parts that some statement looks at, in order.
    package var parts: [RemoteStatement.Part] {
        statements.flatMap(\.parts).reduce(into: []) { all, part in if !all.contains(part) { all.append(part) } }
    }

    /// The most statements that one part is asked.
    package var mostAsked: Int {
        parts.map { part in statements.reduce(0) { $0 + $1.parts.count { $0 == part } } }.max() ?? 0
    }
}
