import TestSupport
import Testing

/// Identifications, and likelihoods and confidences that are odd or not known.
extension HomeCommandTests {
    @Test func `what was seen is told in one line, whatever the place is called`() async throws {
        try await withFolder { folder in
            let db = folder + "/birds.sqlite"
            #expect(try GeoqProcess(["rules", "add", "Owls", "--shape", "owl-like", "--db", db]).status == 0)
            let id = "10000000-0000-4000-8000-000000000001"
            let made = try Tool.sqlite3(
                db,
                """
                INSERT INTO geoq_source (name, kind) VALUES ('shell', 'file') ON CONFLICT DO NOTHING;
                INSERT INTO identification_session (id, location_display_name, is_completed, source)
                    VALUES ('\(id)', 'the pond' || char(10) || 'below', 1, 'shell');
                """)
            #expect(made.status == 0, "\(made.errors)")
            let shown = try GeoqProcess(["identify", "show", id, "-f", "table", "--db", db])
            #expect(shown.status == 0 && shown.errors.hasPrefix("at the pond below"), "\(shown.errors)")
        }
    }

    @Test func `a candidate whose rank and confidence are not known has neither`() async throws {
        try await withFolder { folder in
            let db = folder + "/birds.sqlite"
            #expect(try GeoqProcess(["rules", "add", "Owls", "--shape", "owl-like", "--db", db]).status == 0)
            let id = "10000000-0000-4000-8000-000000000001"
            let made = try Tool.sqlite3(
                db,
                """
                INSERT INTO geoq_source (name, kind) VALUES ('shell', 'file') ON CONFLICT DO NOTHING;
                INSERT INTO bird (id, common_name, source) VALUES ('\(Self.bird)', 'Snowy Owl', 'shell');
                INSERT INTO identification_session (id, is_completed, source) VALUES ('\(id)', 1, 'shell');
                INSERT INTO identification_result (id, session_id, source)
                    VALUES ('30000000-0000-4000-8000-000000000001', '\(id)', 'shell');
                INSERT INTO identification_candidate (id, result_id, bird_id, source) VALUES
                    ('40000000-0000-4000-8000-000000000001', '30000000-0000-4000-8000-000000000001', '\(Self.bird)', 'shell');
                """)
            #expect(made.status == 0, "\(made.errors)")
            let shown = try GeoqProcess(["identify", "show", id, "-f", "ndjson", "--db", db])
            #expect(shown.output.contains(#""confidence":null,"rank":null,"#), "\(shown.output)")
            let cells = try GeoqProcess(["identify", "show", id, "-f", "csv", "--db", db])
            #expect(cells.lines.count == 2 && cells.lines[1].contains("\(Self.bird),,,false,"), "\(cells.output)")
        }
    }

    /// SQLite lets any program write them, and an infinite number has no text in JSON.
    @Test func `a candidate whose confidence is no finite number comes last, and ends no command`() async throws {
        try await withFolder { folder in
            let db = folder + "/birds.sqlite"
            #expect(try GeoqProcess(["rules", "add", "Owls", "--shape", "owl-like", "--db", db]).status == 0)
            let (id, result) = ("10000000-0000-4000-8000-000000000001", "30000000-0000-4000-8000-000000000001")
            let candidates = ["9e999", "0.25", "'high'", "x'ff'", "-9e999", "0.5"].enumerated().map { number, value in
                "('40000000-0000-4000-8000-00000000000\(number)', '\(result)', '\(Self.bird)', \(value), 'shell')"
            }
            let made = try Tool.sqlite3(
                db,
                """
                INSERT INTO geoq_source (name, kind) VALUES ('shell', 'file') ON CONFLICT DO NOTHING;
                INSERT INTO bird (id, common_name, source) VALUES ('\(Self.bird)', 'Snowy Owl', 'shell');
                INSERT INTO identification_session (id, is_completed, source) VALUES ('\(id)', 1, 'shell');
                INSERT INTO identification_result (id, session_id, source) VALUES ('\(result)', '\(id)', 'shell');
                INSERT INTO identification_candidate (id, result_id, bird_id, confidence, source)
                    VALUES \(candidates.joined(separator: ", "));
                """)
            #expect(made.status == 0, "\(made.errors)")
            for format in ["ndjson", "json", "csv", "table"] {
                let show = try GeoqProcess(["identify", "show", id, "-f", format, "--db", db])
                #expect(show.status == 0, "\(format): \(show.errors.prefix(300))")
            }
            let lines = try GeoqProcess(["identify", "show", id, "-f", "ndjson", "--db", db]).lines
            #expect(lines.count == 6 && lines[0].contains(#""confidence":0.5,"#), "\(lines)")
            #expect(lines[1].contains(#""confidence":0.25,"#), "\(lines)")
            #expect(lines[2...].allSatisfy { $0.contains(#""confidence":null,"#) }, "\(lines)")
            #expect(try GeoqProcess(["identify", "list", "--db", db]).status == 0)
        }
    }

    @Test func `a likelihood or confidence beyond 0 to 1 is shown in the table as in JSON, and told`() async throws {
        try await Self.guest { fixture in
            let (id, result) = ("10000000-0000-4000-8000-000000000001", "30000000-0000-4000-8000-000000000001")
            try fixture.sql(
                """
                UPDATE hotspot_species_presence SET likelihood = CASE week WHEN 20 THEN 1.5 ELSE -0.5 END;
                INSERT INTO geoq_source (name, kind) VALUES ('shell', 'file') ON CONFLICT DO NOTHING;
                INSERT INTO identification_session (id, is_completed, source) VALUES ('\(id)', 1, 'shell');
                INSERT INTO identification_result (id, session_id, source) VALUES ('\(result)', '\(id)', 'shell');
                INSERT INTO identification_candidate (id, result_id, bird_id, confidence, source)
                    VALUES ('40000000-0000-4000-8000-000000000001', '\(result)', '\(Self.bird)', 1.5, 'shell');
                """)
            for (week, percent, likelihood) in [("20", "150 %", "1.5"), ("21", "-50 %", "-0.5")] {
                let words = ["presence", "--at", "Stewart Park", "--week", week]
                let table = try fixture.run(words + ["-f", "table"])
                #expect(table.output.contains(percent), "\(table.output)")
                let line = try fixture.run(words + ["-f", "ndjson"])
                #expect(line.output.contains("\"likelihood\":\(likelihood),"), "\(line.output)")
                for run in [table, line] {
                    #expect(run.errors.contains("1 bird has a likelihood that is not from 0 to 1"), "\(run.errors)")
                }
            }
            for format in ["table", "ndjson"] {
                let shown = try fixture.run("identify", "show", id, "-f", format)
                #expect(shown.output.contains("1.5"), "\(shown.output)")
                let words = "1 candidate has a confidence that is not from 0 to 1"
                #expect(shown.errors.contains(words), "\(shown.errors)")
            }
        }
    }
}
