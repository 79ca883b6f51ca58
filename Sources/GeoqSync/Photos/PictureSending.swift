import GeoqStore
import GeoqSupabase

/// What is done next to bring one picture to a project's Storage, and what an
/// answer makes of it. A value: it can be tested without a server.
///
/// - A small picture goes in one piece; a large one, or one whose sending was cut
///   off, goes in pieces, and each try goes on where the last one came to.
/// - A picture counts as stored when the project says that it has these bytes
///   under this name, and in no other way. So it makes no difference who stored it
///   and when an answer was lost.
/// - Before a picture is sent again that may be there, the project is asked.
/// - A picture of which a row has one replaces what is under its name; a photo does
///   not, because its name is its own.
struct PictureSending: Equatable {
    /// A request, or the end.
    enum Step: Equatable {
        /// Ask what is under the name.
        case look
        case send
        /// Begin an upload in pieces.
        case create
        case askOffset(id: String)
        case piece(id: String, from: Int, to: Int)
        /// The project has the picture since then.
        case stored(createdAt: String)
        /// The picture is refused, and not sent again by itself.
        case refused(code: String?, message: String)
        /// A try failed for a reason that may pass.
        case later(code: String?, message: String, pause: Double?)
    }

    /// What came of a request.
    enum Outcome: Equatable {
        case object(StorageObject)
        case sent
        case created(id: String)
        case offset(Int)
        case fault(StorageFault, code: String?, message: String, pause: Double?)
    }

    /// Larger pictures go in pieces.
    static let mostInOnePiece = 6 << 20
    /// Contradicting answers are a reason to try later.
    private static let mostDetours = 5

    let bytes: Int
    let sha256: String
    let replaces: Bool
    private(set) var step: Step
    /// The name of an upload in pieces.
    private(set) var resumeID: String?
    /// Whether sending it in one piece was cut off.
    private(set) var wasCut: Bool
    private var isSent = false
    private var takesPieces = true
    private var detours = 0

    /// - Parameters:
    ///   - mayBeThere: whether an earlier try may have come through.
    ///   - resumeID: of an upload that was begun.
    ///   - replaces: whether another picture under the name is replaced.
    init(bytes: Int, sha256: String, mayBeThere: Bool, resumeID: String?, wasCut: Bool, replaces: Bool = false) {
        precondition(bytes > 0, "An empty picture is never sent.")
        (self.bytes, self.sha256, self.replaces) = (bytes, sha256, replaces)
        (self.resumeID, self.wasCut) = (resumeID, wasCut)
        step = resumeID.map { .askOffset(id: $0) } ?? .look
        if !mayBeThere { step = beginning }
    }

    private var beginning: Step { takesPieces && (bytes > Self.mostInOnePiece || wasCut) ? .create : .send }

    private func piece(_ id: String, from offset: Int) -> Step {
        .piece(id: id, from: offset, to: min(offset + StorageCall.pieceBytes, bytes))
    }

    /// Notes that a request was broken off: nothing is known of what it did.
    mutating func noteCut() {
        if step == .send { wasCut = true }
    }

    mutating func note(_ outcome: Outcome) {
        switch (step, outcome) {
        case (.look, .object(let object)):
            if object.bytes == bytes && object.sha256 == sha256 {
                step = .stored(createdAt: object.createdAt)
            } else if !replaces {
                step = .refused(code: "Duplicate", message: "another picture has this name there")
            } else if isSent {
                step = .later(code: nil, message: "another picture was stored in its place meanwhile", pause: nil)
            } else {
                step = beginning
            }
        case (.look, .fault(.noObject, _, _, _)):
            step = beginning
            if isSent { detour("the picture is not there after it was sent") }
            isSent = false
        case (.send, .sent): look(isSent: true)
        case (.send, .fault(.isThere, _, _, _)), (.create, .fault(.isThere, _, _, _)): look(isSent: false)
        case (.create, .created(let id)):
            resumeID = id
            step = piece(id, from: 0)
        // The project does not know uploads in pieces.
        case (.create, .fault(.noUpload, _, _, _)):
            takesPieces = false
            step = .send
        case (.askOffset(let id), .offset(let offset)), (.piece(let id, _, _), .offset(let offset)):
            take(offset, id)
        case (.askOffset, .fault(.noUpload, _, _, _)), (.askOffset, .fault(.refuse, _, _, _)),
            (.piece, .fault(.noUpload, _, _, _)), (.askOffset, .fault(.isThere, _, _, _)),
            (.piece, .fault(.isThere, _, _, _)):
            // The last piece may have come through before.
            resumeID = nil
            look(isSent: false)
        case (.piece(let id, _, _), .fault(.otherOffset, _, _, _)):
            step = .askOffset(id: id)
            detour("the project has another part of the picture than it said")
        case (_, .fault(.refuse, let code, let message, _)): step = .refused(code: code, message: message)
        case (_, .fault(_, let code, let message, let pause)):
            step = .later(code: code, message: message, pause: pause)
        default: step = .later(code: nil, message: "an answer to another question came", pause: nil)
        }
    }

    private mutating func look(isSent: Bool) {
        (step, self.isSent) = (.look, isSent)
        if !isSent { detour("the project contradicts itself about the picture") }
    }

    private mutating func take(_ offset: Int, _ id: String) {
        if offset == bytes {
            look(isSent: true)
        } else if offset > bytes {
            resumeID = nil
            look(isSent: false)
        } else {
            let isStill = if case .piece(_, let from, _) = step { offset <= from } else { false }
            step = piece(id, from: offset)
            if isStill { detour("the project does not take the picture's pieces") }
        }
    }

    private mutating func detour(_ message: String) {
        detours += 1
        if detours >= Self.mostDetours { step = .later(code: nil, message: message, pause: nil) }
    }
}
