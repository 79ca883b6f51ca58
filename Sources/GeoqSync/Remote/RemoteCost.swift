/// At what a remote looks for one statement of an answer.
package struct RemoteStatement: Hashable, Sendable {
    /// A table, or a part of one.
    package struct Part: Hashable, Sendable {
        package var name: String
        /// The server that has it, by the name that the remote has for it; nil when it
        /// is the remote itself.
        package var server: String?
        /// What makes the remote send more of a question to the server of the part, in words; empty when nothing is
        /// known.
        package var advice: [String]

        package init(name: String, server: String?, advice: [String] = []) {
            (self.name, self.server, self.advice) = (name, server, advice)
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

    /// What makes the remote send more of a question to other servers, in words, each once.
    package var advice: [String] {
        parts.flatMap(\.advice).reduce(into: []) { all, words in if !all.contains(words) { all.append(words) } }
    }

    /// The most statements that one part is asked.
    package var mostAsked: Int {
        parts.map { part in statements.reduce(0) { $0 + $1.parts.count { $0 == part } } }.max() ?? 0
    }
}
