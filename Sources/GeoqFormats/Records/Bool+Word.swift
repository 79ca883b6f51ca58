extension Bool {
    /// A word that files have for true or false, in any case; nil for another one.
    init?(word: some StringProtocol) {
        switch word.lowercased() {
        case "true", "t", "1", "yes": self = true
        case "false", "f", "0", "no": self = false
        default: return nil
        }
    }
}
