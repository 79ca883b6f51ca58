import NIOCore

/// How many connections a server takes at a time, by the files that its process may still open.
///
/// A process that has used up its files does not only refuse connections: a store, a picture or `/proc` cannot be opened
/// any more, and libdispatch, which looks into `/proc`, ends the process. So some files are kept from connections.
package struct ConnectionAllowance: Equatable {
    private let wanted: Int
    /// The most connections at a time.
    package let connections: Int

    /// A server with fewer is of no use: a browser opens six.
    static let fewest = 8
    /// With fewer, some browsers use all of them up.
    static let few = 48

    /// - Parameters:
    ///   - wanted: the most connections.
    ///   - freeFiles: how many files the process may open when it starts to serve.
    ///   - processors: each has an event loop.
    /// - Returns: nil when there are too few files for a server.
    package init?(wanted: Int, freeFiles: Int, processors: Int = System.coreCount) {
        self.wanted = wanted
        connections = min(wanted, freeFiles - Self.kept(processors))
        guard connections >= min(wanted, Self.fewest) else { return nil }
    }

    /// The files that a server with this many connections opens at most.
    package static func files(for connections: Int, processors: Int = System.coreCount) -> Int {
        connections + kept(processors)
    }

    /// The files that no connection gets. An event loop has three (its queue, its clock and its bell), and may accept one
    /// connection more than is allowed. The two stores of a server take up to 54, and as many while another file takes
    /// their place; the others are the listener, the logs, pictures on their way, and what libraries open for a moment.
    private static func kept(_ processors: Int) -> Int { 120 + 4 * processors }

    /// A line for the people who run the server; nil when all connections that are wanted may come.
    ///
    /// - Parameter limit: how many files the process may have open.
    package func notice(limit: Int) -> String? {
        guard connections < wanted else { return nil }
        return
            "this program may have no more than \(limit) files open: \(connections) connections are taken at a time, "
            + "and not \(wanted)" + (connections < Self.few ? ", which few browsers use up" : "")
            + "; raise the limit (ulimit -n)"
    }
}
