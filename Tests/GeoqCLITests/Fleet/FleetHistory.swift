import Synchronization

/// What the devices of a fleet have done and seen, and what the server has
/// committed; and whether both fit together.
///
/// Each value is written once, so it says who wrote it, and each can be found
/// again. The server's log has every change of a cell in the order of its
/// commits.
struct FleetHistory: Sendable {
    /// A column of a row.
    struct Cell: Hashable, Sendable, CustomStringConvertible {
        var row: String
        var column: String

        var description: String { "\(row.suffix(6)) \(column)" }
    }

    /// What a device did, in its own order.
    enum Event: Sendable {
        /// It wrote a value, and its store has committed that; what was shown
        /// before.
        case wrote(Cell, String, over: String)
        case deleted(row: String)
        /// What it shows: the rows that it has, by their ids.
        case read([String: [String: String]])
    }

    /// One change of a cell on the server.
    struct Commit: Sendable {
        var cell: Cell
        var old: String
        var new: String
    }

    var devices: [[Event]] = []
    /// What each device tells of values that lost.
    var conflicts: [Set<String>] = []
    /// In the order of the server.
    var commits: [Commit] = []
    /// Rows that were deleted on the server, and then were there again.
    var risen: Set<String> = []

    /// All that does not fit, in sentences; none when nothing is wrong.
    func anomalies() -> [String] {
        var found: [String] = []
        var places: [Cell: [String: Int]] = [:]
        for (index, commit) in commits.enumerated() {
            if places[commit.cell]?[commit.new] != nil {
                found.append("\(commit.cell): \(commit.new) was applied twice")
            }
            places[commit.cell, default: [:]][commit.new] = index
        }
        for device in devices.indices { found += anomalies(of: device, places) }
        return found + unseenOverwrites(places) + risen.sorted().map { "\($0) has risen" }
    }

    // MARK: - One device

    private func anomalies(of device: Int, _ places: [Cell: [String: Int]]) -> [String] {
        var found: [String] = []
        var own: [Cell: [String]] = [:]
        var newest: [Cell: Int] = [:]
        var removed: Set<String> = []
        let told = conflicts[device]
        for event in devices[device] {
            switch event {
            case .wrote(let cell, let value, _): own[cell, default: []].append(value)
            case .deleted(let row):
                removed.insert(row)
                own = own.filter { $0.key.row != row }
            case .read(let rows):
                for (row, columns) in rows {
                    // Deleted here, and not sent or decided yet, a row may come back
                    // by a merge; the server's word is checked at the end.
                    for (column, value) in columns {
                        let cell = Cell(row: row, column: column)
                        if let mine = own[cell]?.last, mine != value {
                            let isTold = told.contains(mine)
                            let mineAt = places[cell]?[mine]
                            let isLater = mineAt.map { place in (places[cell]?[value]).map { $0 > place } ?? false }
                            if !isTold, isLater != true {
                                found.append("device \(device) wrote \(mine) to \(cell) and read \(value)")
                            }
                        }
                        guard let place = places[cell]?[value] else { continue }
                        if let before = newest[cell], place < before {
                            found.append(
                                "device \(device) went back in \(cell): from \(commits[before].new) to \(value)")
                        }
                        newest[cell] = max(newest[cell] ?? place, place)
                    }
                }
            }
        }
        for (cell, values) in own {
            guard let last = values.last else { continue }
            // Values before the last one may have been replaced before they were
            // sent.
            if places[cell]?[last] == nil, !told.contains(last) {
                found.append(
                    "device \(device): \(last) of \(cell) is lost\(removed.contains(cell.row) ? ", deleted" : "")")
            }
        }
        return found
    }

    // MARK: - Between devices

    /// Values that replaced another device's value which their writer had not
    /// seen.
    private func unseenOverwrites(_ places: [Cell: [String: Int]]) -> [String] {
        var before: [Cell: [String: String]] = [:]
        for events in devices {
            for case .wrote(let cell, let value, let over) in events { before[cell, default: [:]][value] = over }
        }
        return commits.compactMap { commit in
            // Made by no device of the fleet, or with its row.
            guard !commit.old.isEmpty, var seen = before[commit.cell]?[commit.new] else { return nil }
            // Own values that were never sent lie between.
            while seen != commit.old, places[commit.cell]?[seen] == nil, let next = before[commit.cell]?[seen] {
                seen = next
            }
            if seen == commit.old { return nil }
            return "\(commit.cell): \(commit.new) replaced \(commit.old), and its writer had seen \(seen)"
        }
    }
}
