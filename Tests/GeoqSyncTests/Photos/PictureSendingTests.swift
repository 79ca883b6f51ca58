import Geoq
import GeoqSupabase
import TestSupport
import Testing

@testable import GeoqSync

/// How a picture comes to a Storage that fails in every way: as a value, without a
/// server.
@Suite(.waits) struct PictureSendingTests {
    /// A Storage with one name.
    private struct Storage {
        let bytes: Int
        var object: StorageObject?
        var uploads: [String: Int] = [:]
        var made = 0
        var whole = 0

        /// What a request does and answers.
        ///
        /// - Parameter kept: how many bytes of a piece arrive; nil for all.
        mutating func take(_ step: PictureSending.Step, kept: Int? = nil) -> PictureSending.Outcome {
            switch step {
            case .look: return object.map { .object($0) } ?? Self.fault(.noObject)
            case .send:
                guard kept == nil else { return Self.fault(.later) }
                guard object == nil else { return Self.fault(.isThere) }
                store()
                return .sent
            case .create:
                guard object == nil else { return Self.fault(.isThere) }
                made += 1
                uploads["u\(made)"] = 0
                return .created(id: "u\(made)")
            case .askOffset(let id): return uploads[id].map { .offset($0) } ?? Self.fault(.noUpload)
            case .piece(let id, let from, let to):
                guard let offset = uploads[id] else { return Self.fault(.noUpload) }
                guard offset == from else { return Self.fault(.otherOffset) }
                uploads[id] = from + min(kept ?? .max, to - from)
                if uploads[id] == bytes {
                    guard object == nil else { return Self.fault(.isThere) }
                    store()
                }
                return .offset(uploads[id] ?? 0)
            case .stored, .refused, .later: preconditionFailure("The end is no request.")
            }
        }

        private mutating func store() {
            whole += 1
            object = StorageObject(bytes: bytes, sha256: "ours", createdAt: "2026-11-20T08:00:00Z")
        }

        static func fault(_ fault: StorageFault) -> PictureSending.Outcome {
            .fault(fault, code: nil, message: "\(fault)", pause: nil)
        }
    }

    private static func sending(_ bytes: Int, mayBeThere: Bool = false, wasCut: Bool = false) -> PictureSending {
        PictureSending(bytes: bytes, sha256: "ours", mayBeThere: mayBeThere, resumeID: nil, wasCut: wasCut)
    }

    /// Steps until the end.
    private static func steps(_ sending: inout PictureSending, _ storage: inout Storage) -> [PictureSending.Step] {
        var steps: [PictureSending.Step] = []
        while !sending.isOver {
            steps.append(sending.step)
            sending.note(storage.take(sending.step))
        }
        return steps + [sending.step]
    }

    private static let stored = PictureSending.Step.stored(createdAt: "2026-11-20T08:00:00Z")

    @Test func `small pictures go in one piece, large ones in pieces of 6 MiB, and are looked at`() {
        var (sending, storage) = (Self.sending(6 << 20), Storage(bytes: 6 << 20))
        #expect(Self.steps(&sending, &storage) == [.send, .look, Self.stored])
        let bytes = 13 << 20
        (sending, storage) = (Self.sending(bytes), Storage(bytes: bytes))
        let piece = 6 << 20
        #expect(
            Self.steps(&sending, &storage) == [
                .create, .piece(id: "u1", from: 0, to: piece), .piece(id: "u1", from: piece, to: 2 * piece),
                .piece(id: "u1", from: 2 * piece, to: bytes), .look, Self.stored,
            ])
    }

    @Test func `after a cut a small picture goes in pieces, and an older Storage gets it whole`() {
        var (sending, storage) = (Self.sending(1_000), Storage(bytes: 1_000))
        sending.noteCut()
        #expect(sending.wasCut)
        (sending, storage) = (Self.sending(1_000, mayBeThere: true, wasCut: true), Storage(bytes: 1_000))
        #expect(
            Self.steps(&sending, &storage) == [
                .look, .create, .piece(id: "u1", from: 0, to: 1_000), .look, Self.stored,
            ])
        sending = Self.sending(1_000, wasCut: true)
        sending.note(Storage.fault(.noUpload))
        #expect(sending.step == .send)
    }

    @Test func `a picture of which a row has one replaces what is under its name, and no newer one`() {
        let old = StorageObject(bytes: 11, sha256: "old", createdAt: "t")
        func sending(mayBeThere: Bool) -> PictureSending {
            PictureSending(
                bytes: 10, sha256: "ours", mayBeThere: mayBeThere, resumeID: nil, wasCut: false, replaces: true)
        }
        var again = sending(mayBeThere: true)
        #expect(again.step == .look)
        again.note(.object(old))
        #expect(again.step == .send, "It did not come through.")
        again.note(.sent)
        again.note(.object(StorageObject(bytes: 10, sha256: "ours", createdAt: "t")))
        #expect(again.step == .stored(createdAt: "t"))
        var overtaken = sending(mayBeThere: false)
        overtaken.note(.sent)
        overtaken.note(.object(old))
        guard case .later = overtaken.step else {
            Issue.record("\(overtaken.step)")
            return
        }
    }

    @Test func `another picture under the name is refused, and ours is stored, from any sender`() {
        var sending = Self.sending(10, mayBeThere: true)
        sending.note(.object(StorageObject(bytes: 10, sha256: "ours", createdAt: "t")))
        #expect(sending.step == .stored(createdAt: "t"))
        for other in [
            StorageObject(bytes: 11, sha256: "ours", createdAt: "t"),
            StorageObject(bytes: 10, sha256: "theirs", createdAt: "t"),
            StorageObject(bytes: 10, sha256: nil, createdAt: "t"),
        ] {
            sending = Self.sending(10)
            sending.note(Storage.fault(.isThere))
            #expect(sending.step == .look)
            sending.note(.object(other))
            #expect(sending.step == .refused(code: "Duplicate", message: "another picture has this name there"))
        }
    }

    @Test func `contradictions end, and do not go on for ever`() {
        // The project says that it is there, and that it is not.
        var sending = Self.sending(10)
        var count = 0
        while !sending.isOver, count < 100 {
            sending.note(sending.step == .look ? Storage.fault(.noObject) : Storage.fault(.isThere))
            count += 1
        }
        #expect(count < 20)
        if case .later = sending.step {} else { Issue.record("\(sending.step)") }
        // It takes no byte of a piece.
        sending = Self.sending(10, wasCut: true)
        sending.note(.created(id: "u"))
        count = 0
        while !sending.isOver, count < 100 {
            sending.note(.offset(0))
            count += 1
        }
        #expect(count < 20)
    }

    /// Whatever fails, wherever the process is killed: in the end the picture is
    /// there once, with its bytes.
    @Test func `every run of faults and kills ends with one object (F37)`() {
        let seed = UInt64.random(in: .min ... .max)
        print("seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<3_000 {
            let bytes = [1, 1_000, 6 << 20, (6 << 20) + 1, 20 << 20].randomElement(using: &random) ?? 1
            var storage = Storage(bytes: bytes)
            // What the store keeps over a kill.
            var (resumeID, wasCut, wasBegun) = (String?.none, false, false)
            var faults = Int.random(in: 0...12, using: &random)
            var requests = 0
            run: while true {
                var sending = PictureSending(
                    bytes: bytes, sha256: "ours", mayBeThere: wasBegun, resumeID: resumeID, wasCut: wasCut)
                wasBegun = true
                while !sending.isOver {
                    requests += 1
                    let isFault = faults > 0 && Bool.random(using: &random)
                    if !isFault {
                        sending.note(storage.take(sending.step))
                        // A kill before the name of an upload is kept.
                        if faults > 0, Int.random(in: 0..<8, using: &random) == 0 {
                            faults -= 1
                            continue run
                        }
                        resumeID = sending.resumeID
                        continue
                    }
                    faults -= 1
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0:
                        // The answer is lost.
                        _ = storage.take(sending.step)
                        sending.noteCut()
                        wasCut = sending.wasCut
                        continue run
                    case 1:
                        // A part arrives.
                        if case .piece(_, let from, let to) = sending.step {
                            _ = storage.take(sending.step, kept: Int.random(in: 0..<(to - from), using: &random))
                        }
                        sending.noteCut()
                        wasCut = sending.wasCut
                        continue run
                    case 2: sending.note(Storage.fault(.later))
                    default:
                        // The server forgets its uploads.
                        storage.uploads = [:]
                    }
                }
                switch sending.step {
                case .stored: break run
                case .later: resumeID = sending.resumeID
                default:
                    Issue.record("\(sending.step), seed \(seed)")
                    break run
                }
                if requests > 1_000 {
                    Issue.record("it does not end, seed \(seed)")
                    break run
                }
            }
            #expect(storage.whole == 1 && storage.object?.bytes == bytes, "seed \(seed)")
        }
    }
}

extension PictureSending {
    fileprivate var isOver: Bool {
        switch step {
        case .stored, .refused, .later: true
        case .look, .send, .create, .askOffset, .piece: false
        }
    }
}
