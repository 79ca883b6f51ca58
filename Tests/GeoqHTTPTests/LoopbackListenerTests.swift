import GeoqSupabase
import TestSupport
import Testing

@testable import GeoqHTTP

/// The page on loopback to which a browser brings the code of a login.
@Suite(.waits) struct LoopbackListenerTests {
    /// The status of an answer, `000` when there is none, and its page.
    private static func visit(_ url: String, _ options: String...) throws -> (status: String, page: String) {
        let run = try Tool.run("/usr/bin/curl", ["-s", "-w", "\n%{http_code}"] + options + [url])
        return (run.lines.last ?? "", run.lines.dropLast().joined(separator: "\n"))
    }

    @Test func `it takes one code, with its own state, shows nothing of it, and goes`() async throws {
        let address = try await LoopbackListener.run { listener in
            let address = listener.address
            #expect(address.hasPrefix("http://127.0.0.1:"))
            #expect(try Self.visit(address + "?state=mine&code=early").status == "404", "Nobody waits yet.")
            async let brought = listener.code(state: "mine")
            let wrong = [
                "", "favicon.ico", "?code=c", "?state=&code=c", "?state=other&code=c", "?state=other&error=no",
                "?state=mine", "?state=mine&code=", "?state=other&state=mine&code=c",
            ]
            for query in wrong {
                let answer = try Self.visit(address + query)
                #expect(answer.status == "404" && answer.page.contains("the end of a login only"), "\(query)")
            }
            #expect(try Self.visit(address + "?state=mine&code=posted", "-X", "POST").status == "404")
            let long = "X-Long: " + String(repeating: "a", count: LoopbackListener.longestHead)
            #expect(try Self.visit(address + "?state=mine&code=long", "-H", long).status == "000")
            // Until the listener waits for a code, each visit ends with 404.
            var good = (status: "", page: "")
            let isTaken = try await eventually(every: .milliseconds(20)) {
                good = try Self.visit(address + "?state=mine&code=7QK2&more=x", "-i")
                return good.status == "200"
            }
            #expect(isTaken && good.page.contains("The login goes on in the terminal"), "\(good.page)")
            #expect(!good.page.contains("7QK2") && !good.page.contains("mine"), "\(good.page)")
            #expect(good.page.contains("Cache-Control: no-store") && good.page.contains("Referrer-Policy: no-referrer"))
            let code = try await brought
            #expect(code.reveal() == "7QK2")
            #expect(try Self.visit(address + "?state=mine&code=second").status == "404")
            return address
        }
        #expect(try Self.visit(address + "?state=mine&code=late").status == "000")
    }

    @Test func `it says of a refusal what the browser brought, and waits no longer than its caller`() async throws {
        try await LoopbackListener.run { listener in
            let refused = Task { try await listener.code(state: "mine") }
            let said = "?state=mine&error=access_denied&error_description=Not+today%21"
            // Until the listener waits for a code, each visit ends with 404.
            let isTold = try await eventually(every: .milliseconds(20)) {
                let answer = try Self.visit(listener.address + said)
                return answer.status == "200" && answer.page.contains("The login was refused")
            }
            #expect(isTold)
            await #expect(throws: CodeRefusal(words: "Not today!")) { try await refused.value }

            let left = Task { try await listener.code(state: "mine") }
            try await Task.sleep(for: .milliseconds(50))
            left.cancel()
            await #expect(throws: CancellationError.self) { try await left.value }
            #expect(try Self.visit(listener.address + "?state=mine&code=c").status == "404")
        }
    }
}
