import Foundation
import GeoqStore
import GeoqSync
import TestSupport
import Testing

/// A server's notices.
@Suite(.waits) struct NoticeTests {
    @Test func `a server's notices are harmless, and shown only with --verbose`() async throws {
        try await SyncFixture.run { fixture in
            try fixture.sql(
                ServerSchema.hotspots(3)
                    + #"""
                    CREATE FUNCTION noisy() RETURNS bool LANGUAGE plpgsql AS $$
                    BEGIN RAISE INFO E'\x1b]0;pwned\x07'; RAISE WARNING 'warned'; RETURN true; END $$;
                    ALTER TABLE hotspot ENABLE ROW LEVEL SECURITY;
                    CREATE POLICY noisy ON hotspot FOR SELECT USING (noisy());
                    """#)
            let url = fixture.cluster.url(fixture.database, user: "reader")
            for (words, isHeard) in [
                (["sync", url, "--db", fixture.store.path], false),
                (["sync", url, "--db", fixture.store.path, "-q"], false),
                (["near", "--lat", "0", "--lon", "0", "--km", "20000", "--remote", url], false),
                (["sync", url, "--db", fixture.store.path, "--verbose"], true),
            ] {
                let run = try GeoqProcess(words)
                #expect(run.status == 0, "\(words): \(run.errors)")
                #expect(run.errors.contains("pwned") == isHeard, "\(words): \(run.errors)")
                #expect(!(run.errors + run.output).unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x07 })
                if words.contains("-q") { #expect(run.errors.isEmpty) }
            }
        }
    }
}
