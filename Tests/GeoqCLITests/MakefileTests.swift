import Foundation
import TestSupport
import Testing

/// What `make` says on a machine where something is missing. The tools that it
/// calls are scripts of the test; nothing is installed.
@Suite(.waits) struct MakefileTests {
    @Test func `a missing Swift is one sentence`() async throws {
        let run = try await make(["swift"])
        #expect(run.status == 2)
        #expect(run.sentences == ["geoq needs Swift 6.1 or later: see https://www.swift.org/install"])
        #expect(try await make(["swift"], tools: ["swift": ""]).status == 0)
    }

    @Test func `a Swift that lacks its own libraries is one sentence, and no lack of a network`() async throws {
        let run = try await make(
            ["swift"], tools: ["swift": "echo 'swift: libncurses.so.6: cannot open shared object file' >&2; exit 127"])
        #expect(run.status == 2)
        #expect(
            run.sentences == [
                "Swift does not run (swift: libncurses.so.6: cannot open shared object file); "
                    + "see https://www.swift.org/install for what it needs"
            ])
    }

    @Test func `a missing apt-get is one sentence that names the packages`() async throws {
        let run = try await make(["build-packages", "BUILD_FILES=/nowhere", "BUILD_PACKAGES=liba libb"])
        #expect(run.status == 2)
        #expect(run.sentences == ["geoq needs these packages, and there is no apt-get to install them: liba libb"])
    }

    @Test func `a user who is not root and has no sudo is told to become root`() async throws {
        let run = try await make(
            ["build-packages", "BUILD_FILES=/nowhere", "BUILD_PACKAGES=liba"],
            tools: ["id": "echo 1000", "apt-get": "echo $* >> calls"])
        #expect(run.status == 2 && run.calls.isEmpty)
        #expect(run.sentences == ["geoq needs these packages; become root to install them: liba"])
    }

    @Test func `without a network one sentence says so, with apt-get's reason`() async throws {
        let run = try await make(
            ["test-packages", "TEST_FILES=/nowhere", "TEST_PACKAGES=liba"],
            tools: [
                "id": "echo 0",
                "apt-get":
                    "echo 'W: some index files failed' >&2; echo 'E: Could not resolve deb.debian.org' >&2; exit 100",
            ])
        #expect(run.status == 2)
        #expect(
            run.sentences == [
                "installing liba",
                "these packages could not be installed (E: Could not resolve deb.debian.org); is there a network? liba",
            ])
    }

    @Test func `Swift packages that cannot be fetched are one sentence`() async throws {
        let fails = """
            [ "$1" = --version ] && exit 0
            echo 'Fetching https://x'; echo 'error: Failed to clone repository' >&2; exit 1
            """
        for target in [["-W", "Package.swift", ".build/release/geoq"], ["test", "TEST_FILES=/"]] {
            let run = try await make(target + ["BUILD_FILES=/"], tools: ["swift": fails])
            #expect(run.status == 2)
            #expect(
                run.sentences == [
                    "geoq's Swift packages could not be fetched (error: Failed to clone repository); is there a network?"
                ])
        }
    }

    @Test func `what is missing is installed, with sudo when not root`() async throws {
        let record = "echo $* >> calls"
        let asRoot = try await make(
            ["build-packages", "BUILD_FILES=/nowhere", "BUILD_PACKAGES=liba libb"],
            tools: ["id": "echo 0", "apt-get": record])
        #expect(asRoot.status == 0)
        #expect(asRoot.calls == ["update -qq", "install -y -qq --no-install-recommends liba libb"])
        let asUser = try await make(
            ["build-packages", "BUILD_FILES=/nowhere", "BUILD_PACKAGES=liba"],
            tools: ["id": "echo 1000", "apt-get": "exit 1", "sudo": record])
        #expect(asUser.status == 0 && asUser.calls.first == "apt-get update -qq")
        #expect(asUser.calls.last?.hasSuffix("apt-get install -y -qq --no-install-recommends liba") == true)
        // When everything is installed, make asks for nothing.
        let complete = try await make(["build-packages", "BUILD_FILES=/"])
        #expect(complete.status == 0 && complete.sentences.isEmpty)
    }

    @Test func `a suite without a name is one sentence`() async throws {
        let none = try await make(["suite", "BUILD_FILES=/"], tools: ["swift": ""])
        #expect(none.status == 2)
        #expect(none.sentences == ["make suite needs FILTER=..., a part of the tests' names"])
    }

    private struct Run {
        let status: Int32
        /// The output, without make's own words.
        let sentences: [String]
        /// The lines that the tools wrote to `calls`.
        let calls: [String]
    }

    /// Runs make with these tools and no others.
    private func make(_ arguments: [String], tools: [String: String] = [:]) async throws -> Run {
        try await withFolder { folder in
            let bin = folder + "/bin"
            try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: false)
            for (name, body) in tools {
                try "#!/bin/bash\ncd '\(folder)'\n\(body)\n"
                    .write(toFile: "\(bin)/\(name)", atomically: true, encoding: .utf8)
                try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(bin)/\(name)")
            }
            // The list of sources is not needed here; the real find would be.
            try FileManager.default.createSymbolicLink(atPath: bin + "/find", withDestinationPath: "/usr/bin/find")
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/make")
            process.arguments = ["--no-print-directory", "-C", Checkout.root.path] + arguments
            process.environment = ["PATH": bin, "LC_ALL": "C"]
            let words = Pipe()
            (process.standardOutput, process.standardError) = (words, words)
            try process.run()
            let text = String(decoding: try words.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            let calls = try? String(contentsOfFile: folder + "/calls", encoding: .utf8)
            func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }
            return Run(
                status: process.terminationStatus,
                sentences: lines(text).filter { !$0.hasPrefix("make: ") }, calls: lines(calls ?? ""))
        }
    }
}
