/// Likelihoods and confidences that are none, as a project or another program may write them.
enum OddShares {
    static func isOdd(_ share: Double) -> Bool { !(0...1).contains(share) }

    /// Says that some are shown.
    ///
    /// - Parameter words: how many have one, and what is called so.
    static func say(_ words: String, isNone: Bool) {
        if isNone { return }
        Terminal.say("\(words) that is not from 0 to 1; it is shown as the project, or another program, wrote it")
    }
}
