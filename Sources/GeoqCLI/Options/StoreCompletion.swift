import Dispatch
import Geoq
import GeoqStore
import Synchronization

/// What a shell offers for a word that names something in the store.
///
/// A completion must not fail and must not make a store: after any error it
/// offers nothing.
enum StoreCompletion {
    /// How many names are offered at most.
    private static let most = 50

    /// Names of hotspots that begin with the typed text.
    @Sendable static func places(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        let prefix = unquoted(prefix)
        guard !prefix.isEmpty else { return [] }
        return offered(words) { store in
            try await store.features.hotspots(named: prefix, limit: most).compactMap { place in
                guard case .text(let name)? = place["name"] else { return nil }
                return name
            }
        }
    }

    /// Names of sources.
    @Sendable static func sources(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        offered(words) { store in try await store.imports.sources().map(\.name) }
    }

    /// Titles of watchlists.
    @Sendable static func watchlists(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        offered(words) { store in try await store.rules.all().watchlists.filter { !$0.isDeleted }.map(\.title) }
    }

    /// Columns, behind those that were typed already.
    @Sendable static func columns(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        let layer = value(of: "--layer", in: words).flatMap { Layer(rawValue: $0) } ?? .hotspots
        let written = prefix.split(separator: ",", omittingEmptySubsequences: false).dropLast()
        let front = written.map { $0 + "," }.joined()
        let kept = offered(words) { store in try await store.features.keptColumns(of: layer).map(\.name) }
        let names = LayerTable.columns(of: layer).map(\.name) + kept + (written.isEmpty ? ["none"] : [])
        return names.filter { !written.contains($0[...]) }.map { front + $0 }
    }

    private static func value(of option: String, in words: [String]) -> String? {
        if let index = words.lastIndex(of: option), index + 1 < words.count { return words[index + 1] }
        return words.last { $0.hasPrefix(option + "=") }.map { String($0.dropFirst(option.count + 1)) }
    }

    private static func unquoted(_ word: String) -> String {
        word.first.map { "\"'".contains($0) } ?? false ? String(word.dropFirst()) : word
    }

    /// Asks the store that the words name. The parser asks for completions
    /// without `await`; this process does nothing else, so it may wait.
    private static func offered(
        _ words: [String], _ names: @Sendable @escaping (Store) async throws -> [String]
    ) -> [String] {
        var options = StoreOptions()
        options.path = value(of: "--db", in: words)
        guard let store = try? options.openAsItIs() else { return [] }
        let found = Mutex<[String]>([])
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            // A logout that was killed has left rows of a user who has gone.
            let isLeaving = (try? await store.account.stored()?.state) == .leaving
            let answer = isLeaving ? [] : (try? await names(store)) ?? []
            found.withLock { $0 = answer }
            done.signal()
        }
        done.wait()
        // A name of two lines would be two offers.
        return found.withLock { $0 }.prefix(most).filter { TerminalText.neutralized($0) == $0 }
    }
}
