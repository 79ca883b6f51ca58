import Geoq
import Testing

@testable import GeoqSupabase

/// A login in the browser: who may exchange the code.
@Suite struct CodeProofTests {
    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The examples of FIPS 180-4, and messages around the ends of blocks by
    /// `sha256sum`.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `the hash is that of the standard`(message: String, hash: String) {
        #expect(Self.hex(SHA256.hash(Array(message.utf8))) == hash)
    }

    @Test func `a long message, and every length around the end of a block, are padded rightly`() {
        #expect(
            Self.hex(SHA256.hash([UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)))
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
        // The hash of all hashes of 0 to 200 letters, by Python's hashlib.
        let hashes = (0...200).flatMap { SHA256.hash([UInt8](repeating: UInt8(ascii: "x"), count: $0)) }
        #expect(Self.hex(SHA256.hash(hashes)) == "2e9fcf76499976b60177466c31b8ab5caa7d4c6dd8dd97c8ce7b574af689ec94")
    }

    /// The example of RFC 7636, appendix B, has these bytes.
    @Test func `the challenge is that of the standard`() throws {
        let bytes: [UInt8] = [
            116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214, 191,
            240, 91, 88, 5, 88, 83, 132, 141, 121,
        ]
        let proof = CodeProof { count in Array(bytes.prefix(count)) }
        #expect(proof.verifier.reveal() == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        #expect(proof.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
        let project = try SupabaseProject(url: "https://abc.supabase.co", key: Secret("sb_publishable_k"))
        #expect(
            proof.page(of: project, provider: "google", back: "http://127.0.0.1:5/")
                == "https://abc.supabase.co/auth/v1/authorize?provider=google"
                + "&redirect_to=http:%2F%2F127.0.0.1:5%2F%3Fstate%3D\(proof.state)"
                + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=s256")
        #expect(!"\(proof)".contains("FOEjXk"))
    }

    @Test func `a code is taken with its state alone`() throws {
        func code(_ target: String) throws -> String? {
            try CodeRequest(target: target[...]).code(state: "s")?.reveal()
        }
        #expect(try code("/?code=a%2Bb%20c&state=s") == "a+b c")
        for target in [
            "/", "/?code=a", "/?code=a&state=", "/?code=a&state=S", "/?code=&state=s", "/?state=x&state=s&code=a",
        ] {
            #expect(try code(target) == nil, "\(target)")
        }
        #expect(try code("/?error=no&state=x") == nil)
        #expect(throws: CodeRefusal(words: "not + today %")) {
            try code("/?error=no&error_description=not+%2B+today+%&state=s")
        }
    }
}
