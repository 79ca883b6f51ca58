import Foundation
import GeoqFiles
import GeoqSupabase
import GeoqSync

/// Reads a password, a key or a token: from a file, from standard input, or
/// from the terminal without showing it. It is never a word of the command
/// line, which other users of the machine can see.
enum SecretInput {
    /// A longer line is none of these.
    private static let longest = 65_536

    /// The first line of a file, of standard input (`-`), or of what the user
    /// types.
    ///
    /// - Parameters:
    ///   - file: nil to ask the user.
    ///   - question: What the user is asked.
    ///   - option: The option that would have named a file.
    ///   - isNew: whether the user is asked twice, because nothing else would tell of a slip.
    /// - Throws: `CredentialError`; `InputError` for a file that is missing or cannot be read.
    static func read(_ file: String?, question: String, option: String, isNew: Bool = false) throws -> Secret {
        let bytes = try file.map(line(of:)) ?? asked(question, option)
        guard !bytes.isEmpty else { throw CredentialError.empty(option) }
        if isNew, file == nil, try asked("The same again", option) != bytes { throw CredentialError.different }
        // Repaired, it would be another one. UTF-16 has zeros, which no project takes.
        guard let text = String(data: bytes, encoding: .utf8), !text.utf8.contains(0) else {
            throw CredentialError.notText(option)
        }
        return Secret(text)
    }

    private static func line(of file: String) throws -> Data {
        let read =
            file == "-"
            ? FirstLine(of: STDIN_FILENO, longest: longest) : FirstLine(ofFile: file, longest: longest)
        switch read {
        case .line(let bytes): return Data(bytes)
        case .tooLong: throw CredentialError.tooLong(file)
        case .failed(ENOENT), .failed(ENOTDIR): throw InputError.missing(file)
        case .failed(let code): throw InputError.unreadable(file, reason: String(cString: strerror(code)))
        }
    }

    // MARK: The terminal

    /// Asks on the terminal, whatever standard input and output are.
    private static func asked(_ question: String, _ option: String) throws -> Data {
        let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { throw CredentialError.noTerminal(option) }
        defer { close(terminal) }
        var before = termios()
        guard tcgetattr(terminal, &before) == 0 else { throw CredentialError.noTerminal(option) }
        var hidden = before
        // Signals come as bytes, so that none ends the process while nothing is shown.
        hidden.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        tcsetattr(terminal, TCSAFLUSH, &hidden)
        say("\(question): ", terminal)
        var bytes: [UInt8] = []
        let end = typed(&bytes, terminal)
        tcsetattr(terminal, TCSAFLUSH, &before)
        say("\n", terminal)
        if end == .interrupt { Interruption.end(by: SIGINT) }
        return Data(bytes)
    }

    private enum End { case line, interrupt }

    /// Reads up to the end of the line.
    private static func typed(_ bytes: inout [UInt8], _ terminal: Int32) -> End {
        var byte: UInt8 = 0
        while bytes.count < longest {
            let count = Foundation.read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return .line }
            switch byte {
            case 0x0A, 0x0D, 0x04: return .line
            case 0x03: return .interrupt
            // The last character goes, which may have several bytes.
            case 0x7F, 0x08:
                while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
            default: bytes.append(byte)
            }
        }
        return .line
    }

    private static func say(_ text: String, _ terminal: Int32) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
    }
}

/// Why a password, a key or a token could not be read.
enum CredentialError: Error, Hashable, CustomStringConvertible {
    case tooLong(String)
    case empty(String)
    /// What this option names is not UTF-8, or has U+0000.
    case notText(String)
    /// Twice asked, and answered differently.
    case different
    /// There is no terminal to ask on, and this option was not given.
    case noTerminal(String)

    var description: String {
        switch self {
        case .tooLong(let file): "the first line of \(file) is too long"
        case .empty(let option): "what was typed or read for \(option) is empty"
        case .notText(let option):
            "what was typed or read for \(option) is not UTF-8, or has a character U+0000; save the file as UTF-8"
        case .different: "the two are different; nothing was done, so try again"
        case .noTerminal(let option): "there is no terminal to ask on; give \(option) FILE, or - for standard input"
        }
    }
}
