import Geoq

/// Some members of an input, as an input of their own.
final class PartInput: ImportInput {
    let name: String
    let members: [String]
    private let whole: any ImportInput
    /// The folder, with a `/` behind it, that this input's names leave out.
    private let prefix: String

    /// One file of several.
    init(_ whole: any ImportInput, member: String) {
        let folder = member.lastIndex(of: "/").map { String(member[...$0]) } ?? ""
        (self.whole, prefix) = (whole, folder)
        (name, members) = ("\(whole.name)/\(member)", [String(member.dropFirst(folder.count))])
    }

    /// Files that belong together.
    ///
    /// - Parameters:
    ///   - folder: their folder, with a `/` behind it; empty for the topmost.
    ///   - members: their paths in the whole.
    init(_ whole: any ImportInput, folder: String, members: [String]) {
        (self.whole, prefix) = (whole, folder)
        name = folder.isEmpty ? whole.name : "\(whole.name)/\(folder.dropLast())"
        self.members = members.map { String($0.dropFirst(folder.count)) }
    }

    var canBeReadAgain: Bool { whole.canBeReadAgain }

    func open(_ member: String) throws -> any ByteStream {
        try whole.open(prefix + member)
    }

    func peek(_ member: String, count: Int) throws -> [UInt8] {
        try whole.peek(prefix + member, count: count)
    }

    func archive(in member: String) throws -> (any ImportInput)? {
        try whole.archive(in: prefix + member)
    }
}
