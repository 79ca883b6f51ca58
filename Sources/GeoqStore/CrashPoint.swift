import Foundation

/// A moment at which a test ends the process, as `kill -9` does. In a debug
/// build the variable `GEOQ_CRASH` names one, `C5`, or also how many times it
/// passes before, `C5:2`. In a release nothing is done.
package enum CrashPoint: String, CaseIterable, Sendable {
    /// Changes are frozen as operations, and none was sent.
    case frozen = "C3"
    /// The request was written; its answer is on its way.
    case requestWritten = "C4"
    /// The answer was read, and not applied.
    case answerRead = "C5"
    /// The answers are applied, before the commit.
    case answersApplied = "C6"
    /// The answers are committed, before the pull.
    case pushed = "C7"
    /// What the remote has is staged.
    case staged = "C8"
    /// The merge is half done.
    case merging = "C9"
    /// A new session has come and is not written.
    case sessionReceived = "C10"
    /// The new session is written under another name.
    case sessionWritten = "C11"
    /// The new session's file has its name, and its folder is not on the disk.
    case sessionRenamed = "C12"
    /// What a guest made is the account's, before the commit.
    case adopting = "C13"
    /// What a guest made is the account's, committed, and nothing was sent.
    case adopted = "C14"
    /// A logout has begun.
    case leaving = "C15"
    /// The user's rows are erased, and the vault is full.
    case erased = "C16"
    /// A picture is beside the store, and its photo has no row.
    case pictureWritten = "C16a"
    /// A picture is ready to be sent, and that is not noted.
    case picturePrepared = "C17"
    /// The project has named an upload, and the name is not kept.
    case uploadNamed = "C18"
    /// A piece of a picture is sent, and that is not noted.
    case pieceSent = "C19"
    /// A picture is stored, and its photo's row is not on its way.
    case pictureStored = "C20"
    /// A photo's row is deleted at the project, and its object is there.
    case photoDeleted = "C21"
    /// The entry of a draft is made, before the draft is gone and the commit.
    case draftEntered = "C22"
    /// A store is copied before a migration.
    case migrationCopied = "C23"
    /// The store is migrated, and its copy is there.
    case migrated = "C24"

    #if DEBUG
        private static let asked: (name: String, passes: Int)? = {
            let words = ProcessInfo.processInfo.environment["GEOQ_CRASH"]?.split(separator: ":")
            return words?.first.map { (String($0), words?.dropFirst().first.flatMap { Int($0) } ?? 0) }
        }()
        private nonisolated(unsafe) static var passed = 0
        private static let lock = NSLock()
    #endif

    /// Ends the process when a test asks for that.
    ///
    /// - Parameter delay: how much later; the process goes on meanwhile.
    package func reached(after delay: Double = 0) {
        #if DEBUG
            guard let asked = Self.asked, asked.name == rawValue else { return }
            let isDue = Self.lock.withLock {
                Self.passed += 1
                return Self.passed == asked.passes + 1
            }
            guard isDue else { return }
            let end: @Sendable () -> Void = { kill(getpid(), SIGKILL) }
            guard delay > 0 else { return end() }
            Thread {
                Thread.sleep(forTimeInterval: delay)
                end()
            }.start()
        #endif
    }
}
