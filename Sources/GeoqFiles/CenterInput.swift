import Geoq
package import GeoqFormats

/// Centers of questions that standard input gives: plain, or one file in an
/// archive.
///
/// - Throws: `FileProblem`, `InputError`.
package func readCentersFromStandardInput() throws -> CenterReader {
    let input = try PipeInput.standardInput(isLive: true, InputPatience())
    guard input.members.count == 1, let member = input.members.first else {
        throw FileProblem(file: input.name, reason: "it holds \(input.members.count) files; give one file of centers")
    }
    let head = try input.peek(member, count: PipeInput.peekLimit)
    return CenterReader(try input.open(member), head: head, file: input.name)
}
