import Testing

/// What compares a fleet's histories finds each kind of anomaly: without that,
/// a fleet without anomalies would show nothing (F49).
@Suite struct FleetHistoryTests {
    private static let cell = FleetHistory.Cell(row: "row", column: "title")

    private static func read(_ value: String) -> FleetHistory.Event { .read(["row": ["title": value]]) }

    private static func commit(_ old: String, _ new: String) -> FleetHistory.Commit {
        FleetHistory.Commit(cell: cell, old: old, new: new)
    }

    /// A history without anomalies: device 1 loses a value, and tells it.
    private static var sound: FleetHistory {
        FleetHistory(
            devices: [
                [.wrote(cell, "a1", over: "x"), read("a1"), .wrote(cell, "a2", over: "a1"), read("a2"), read("b2")],
                [read("x"), .wrote(cell, "b1", over: "x"), read("a2"), .wrote(cell, "b2", over: "a2"), read("b2")],
            ], conflicts: [[], ["b1"]], commits: [commit("", "x"), commit("x", "a2"), commit("a2", "b2")])
    }

    @Test func `a sound history has no anomaly`() {
        #expect(Self.sound.anomalies() == [])
    }

    @Test func `a value that is lost is found`() {
        var history = Self.sound
        history.conflicts[1] = []
        #expect(history.anomalies().contains { $0.contains("wrote b1") && $0.contains("read a2") })
        history.devices[1].removeLast(3)
        history.commits.removeLast()
        history.devices[0].removeLast()
        #expect(history.anomalies().contains { $0.contains("b1 of") && $0.contains("is lost") })
    }

    @Test func `an effect that comes twice, a step back and a risen row are found`() {
        var history = Self.sound
        history.commits += [Self.commit("b2", "c"), Self.commit("c", "b2")]
        #expect(history.anomalies().contains { $0.contains("b2 was applied twice") })
        history = Self.sound
        history.devices[0].append(Self.read("a2"))
        #expect(history.anomalies().contains { $0.contains("went back") })
        history = Self.sound
        history.risen = ["row"]
        #expect(history.anomalies() == ["row has risen"])
    }

    @Test func `an overwrite that its writer had not seen is found`() {
        var history = Self.sound
        // As by a server without versions: b1 was written over x, and replaces a2.
        history.commits = [Self.commit("", "x"), Self.commit("x", "a2"), Self.commit("a2", "b1")]
        history.devices[1] = [Self.read("x"), .wrote(Self.cell, "b1", over: "x")]
        history.devices[0].removeLast()
        history.conflicts[1] = []
        #expect(history.anomalies() == ["row title: b1 replaced a2, and its writer had seen x"])
    }
}
