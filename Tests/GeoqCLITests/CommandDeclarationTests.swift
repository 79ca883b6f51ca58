import Testing

@testable import ArgumentParser
@testable import GeoqCLI

/// What ArgumentParser finds wrong with the declaration of a command: a name that two options have, an argument that
/// takes all words before another one. A run of a debug build looks at its own command alone; this
/// test looks at all.
struct CommandDeclarationTests {
    @Test func `no command and no group of options is declared wrong`() throws {
        let commands = Self.all(below: GeoqCommand.self)
        #expect(commands.count > 100)
        var groups = 0
        for command in commands {
            #expect(throws: Never.self, "\(command)") { try command._validate(parent: nil) }
            groups += try Self.validateGroups(of: command)
        }
        #expect(groups > 100)
    }

    @Test func `no example of a command's help is longer than a line of help`() {
        var examples = 0
        for command in Self.all(below: GeoqCommand.self) {
            let lines = command.configuration.discussion.split(separator: "\n").filter { $0.hasPrefix("  geoq ") }
            examples += lines.count
            for line in lines { #expect(line.count < 80, "\(line)") }
        }
        #expect(examples > 100)
    }

    @Test func `a name that two options have is found`() {
        #expect(throws: ParsableArgumentsValidationError.self) { try Doubled._validate(parent: nil) }
    }

    /// A command, and those below it.
    private static func all(below command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
        [command] + command.configuration.subcommands.flatMap { all(below: $0) }
    }

    /// - Returns: how many groups of options the arguments have, and those groups in turn.
    private static func validateGroups(of type: any ParsableArguments.Type) throws -> Int {
        var count = 0
        for child in Mirror(reflecting: type.init()).children {
            guard let group = child.value as? any ArgumentGroup else { continue }
            #expect(throws: Never.self, "\(group.declared)") { try group.declared._validate(parent: nil) }
            count += try 1 + validateGroups(of: group.declared)
        }
        return count
    }
}

/// A group of options, whatever they are.
private protocol ArgumentGroup {
    var declared: any ParsableArguments.Type { get }
}

extension OptionGroup: ArgumentGroup {
    var declared: any ParsableArguments.Type { Value.self }
}

private struct Doubled: ParsableArguments {
    @Option(name: .customLong("name")) var one: String?
    @Option(name: .customLong("name")) var other: String?
}
