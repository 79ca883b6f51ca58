/// The result of sending pictures.
package struct PhotoReport: Sendable {
    /// Pictures that were to be sent or deleted: others wait.
    package var tried = 0
    /// Pictures that the project has now.
    package var sent = 0
    /// Objects of deleted photos that are gone now.
    package var deleted = 0
    /// Pictures that the project refuses, or that cannot be made ready.
    package var failed = 0
    /// Pictures of rows that have got another picture at the project: they are not
    /// sent, and kept among the conflicts.
    package var conflicts = 0
    /// Pictures that are left for the next sync.
    package var waiting = 0
    /// Why no more could be sent; nil when all that could be sent was.
    package var obstacle: SyncError?

    package init() {}

    /// This run and the next one as one.
    func followed(by next: PhotoReport) -> PhotoReport {
        var both = next
        both.tried += tried
        both.sent += sent
        both.deleted += deleted
        both.failed += failed
        both.conflicts += conflicts
        return both
    }
}
