import Geoq
import GeoqStore
import ServiceLifecycle

/// Looks at the store as long as the server runs, and sends events to
/// listeners.
struct Watcher: ServiceLifecycle.Service {
    let service: Service

    /// How often listeners get a sign that the server is there.
    private static let heartbeat = Duration.seconds(15)

    func run() async throws {
        // Subscribe first, so that a snapshot before the first look is not
        // missed.
        let moments = service.live.moments()
        let first = try? service.live.moment()
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                // This task may build an index, and verifies each one.
                group.addTask(executorPreference: service.work.background) { await service.live.watch() }
                group.addTask { await tell(of: moments, since: first) }
                group.addTask {
                    while (try? await Task.sleep(for: Self.heartbeat)) != nil { service.hub.sendHeartbeat() }
                }
            }
        }
        service.hub.finish()
    }

    /// Sends an event for each snapshot, and events for new matches in it. When
    /// several snapshots come while one is looked at, only the newest is looked
    /// at next: it contains the changes of all of them.
    private func tell(of moments: AsyncStream<Moment>, since first: Moment?) async {
        var previous = first
        for await moment in moments {
            if let previous, previous.snapshot.stamp == moment.snapshot.stamp { continue }
            service.hub.send("snapshot", Events.snapshot(moment))
            if let previous { await tell(ofMatchesIn: moment, since: previous) }
            previous = moment
        }
    }

    private func tell(ofMatchesIn moment: Moment, since previous: Moment) async {
        guard previous.snapshot.stamp.store == moment.snapshot.stamp.store else {
            return service.hub.send("reset", ["reason": "the store is another one now"])
        }
        do {
            let rules = try await service.rules.rules(of: service.live, at: moment)
            if rules.stored.watchlists.isEmpty { return }
            let (limits, store) = (service.limits, service.live.rows)
            let lists = rules.stored.watchlists.map(\.id)
            let found = Task(executorPreference: service.work.background) {
                try await NewMatches(since: previous.snapshot, in: moment.snapshot, rules.matcher, lists, limits) {
                    ids in
                    if let ids { try await store.rules.doubts(of: ids) } else { try await store.rules.doubts() }
                }
            }
            service.hub.send(try await found.value.messages(moment, rules.titles))
        } catch {
            // The store or its index could not be read; the next snapshot may
            // work.
            service.log.say("the sightings of version \(moment.snapshot.version) could not be matched: \(error)")
            service.hub.send(
                "reset",
                ["reason": "the sightings of this snapshot could not be matched", "snapshot": .string(moment.tag)])
        }
    }
}
