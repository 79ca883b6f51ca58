extension RealtimeListener {
    /// What an answer of the server makes of the state.
    mutating func take(
        _ answer: RealtimeAnswer, _ now: Duration, _ random: inout some RandomNumberGenerator
    ) -> [Action] {
        switch answer {
        case .joined(let ref, let wishes):
            guard case .joining = state, ref == "\(joinRef)" else { return [] }
            self.wishes = wishes
            state = .subscribing(until: now + times.subscription)
            return []
        case .subscribed:
            if case .listening = state { return [] }
            state = .listening(since: now)
            // What changed before was not told.
            return hear(.hears(except: untold)) + [.ring]
        case .changed(let wishes):
            // The server knows other wishes than this client has: it must join
            // anew.
            if !self.wishes.isEmpty, self.wishes.isDisjoint(with: wishes) {
                let leave = Action.send(RealtimeCall.leave(ref: nextRef(), joinRef: joinRef))
                return [.ring, leave] + fail(.broken, .soon, now, &random)
            }
            return [.ring]
        case .alive(let ref):
            if let heartbeat, ref == "\(heartbeat.ref)" { self.heartbeat = nil }
            return []
        case .refused(let refusal): return take(refusal, now, &random)
        case .ended(let ref):
            // A channel that was left, or joined anew, is closed as well.
            guard ref == nil || ref == "\(joinRef)" else { return [] }
            return fail(.ended, .soon, now, &random)
        case .other: return []
        }
    }

    private mutating func take(
        _ refusal: RealtimeRefusal, _ now: Duration, _ random: inout some RandomNumberGenerator
    ) -> [Action] {
        switch refusal {
        case .token: return fail(.token, .soon, now, &random)
        case .tooMuch: return fail(.tooMuch, .later, now, &random)
        case .lasting: return fail(.broken, .rarely, now, &random)
        case .table(let name):
            guard let place = tables.firstIndex(of: name) else { return fail(.ended, .soon, now, &random) }
            untold = (untold + [tables.remove(at: place)]).sorted()
            guard !tables.isEmpty else { return fail(.noTables, .rarely, now, &random) }
            return [.send(RealtimeCall.leave(ref: nextRef(), joinRef: joinRef))] + join(now)
        case .other: return fail(.ended, .soon, now, &random)
        }
    }
}
