import Foundation
import Geoq
import TestSupport

extension AccountFixture {
    /// What other users see of a process now: its words and its environment.
    static func seen(of process: Process) -> Data {
        ["cmdline", "environ"].reduce(into: Data()) { seen, file in
            seen += FileManager.default.contents(atPath: "/proc/\(process.processIdentifier)/\(file)") ?? Data()
        }
    }

    /// The files below the folder that have the verifier of a login in the browser. No test knows it: it is the text whose
    /// hash the page of the login has.
    func files(withVerifierOf challenge: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter { path in
            Self.hasVerifier(of: challenge, FileManager.default.contents(atPath: "\(folder)/\(path)") ?? Data())
        }
    }

    static func hasVerifier(of challenge: String, _ bytes: Data) -> Bool {
        let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        return bytes.split { !letters.contains($0) }.filter { $0.count >= verifierLength }.contains { run in
            let run = Array(run)
            return (0...(run.count - verifierLength)).contains { start in
                let hash = Data(SHA256.hash(Array(run[start..<start + verifierLength])))
                let text = hash.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
                return text.replacing("=", with: "") == challenge
            }
        }
    }

    private static let verifierLength = 43
}
