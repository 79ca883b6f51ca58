import ArgumentParser
import Geoq
import GeoqFormats
import GeoqIndex
import GeoqStore

/// `geoq presence`
struct PresenceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "presence",
        abstract: "Which birds are to be expected at a place, week by week, beside your own observations.",
        usage: """
            geoq presence --at <name or id> [--week <number>] [<options>]
            geoq presence --lat <degrees> --lon <degrees> [--km <kilometers>] [<options>]
            """,
        discussion: """
              geoq presence --at "Stewart Park"
              geoq presence --at "Stewart Park" --week 20
              geoq presence --lat 42.48 --lon -76.45 --km 25 -f ndjson

            The birds are those of the nearest hotspot of which presence is known, at most 10 km away; with \
            --km or --within those of all hotspots within, each as likely as where it is likeliest. \
            The likeliest bird comes first. Weeks are those of ISO 8601, 1 to 53. Your own observations are \
            those within 1 km of the hotspot, or within the radius, of all years; those without a day are left out. \
            One with a common name alone counts beside the bird of that name. Entries of lists that others share \
            with you are theirs.

            On a terminal each bird has a chart of the year, two weeks a bar, or up to four where names would \
            else be cut; a dot where nothing is known. With --week it is one bar of ten tenths. In a pipe there is a record for each bird and week. \
            Presence comes with a geoq sync, or from a file: geoq help import tells which.
            """)

    @OptionGroup(title: "Where") var center: CenterOptions
    @OptionGroup(title: "Where") var radius: RadiusOptions

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Only this week of the year, 1 to 53.", valueName: "number"),
        transform: ArgumentText.week)
    var week: Int?

    @OptionGroup(title: "Output") var output: SummaryOutputOptions
    @OptionGroup(title: "Output") var exit: ExitOptions
    @OptionGroup(title: "Store") var storeOptions: StoreOptions

    func validate() throws {
        if let week, !SpeciesPresence.weeks.contains(week) {
            throw ValidationError("--week \(week): a year has the weeks 1 to 53.")
        }
    }

    func run() async throws {
        try await Failure.reported {
            try center.check(in: storeOptions)
            let store = try await storeOptions.open()
            let (place, id) = try await center.found(in: store)
            let named = id.flatMap { FeatureID($0) }
            let question = PresenceQuestion(place, radius: try radius.radius, hotspot: named, week: week)
            let hits = try await store.features.answer(question.hotspots, verifying: .touched).hits
            let expected = try await question.telling(hits, in: store)
            if question.radius == nil, let nearest = expected.first {
                let name = TerminalText.neutralized(nearest.name, limit: 200)
                if nearest.id != named, nearest.coordinate != place || center.place == nil || named != nil {
                    Terminal.say(
                        "at \(name.isEmpty ? nearest.id.description : name), the nearest hotspot with presence")
                }
            }
            let near = try await store.features.rows(
                answering: question.observations(beside: expected), verifying: .touched
            ).features
            let seen = try await store.presence.own(near)
            let birds = try await question.birds(at: expected, beside: seen, in: store)
            let calendar = try await store.presence.calendar(birds, beside: seen, week: week, verifying: .touched)
            try PresenceTable(calendar: calendar, week: week).write(output.chosenFormat)
            if calendar.undated > 0 {
                let isOne = calendar.undated == 1
                Terminal.say(
                    "\(calendar.undated) of your observations \(isOne ? "has" : "have") no day, or no name, and "
                        + "\(isOne ? "is" : "are") left out")
            }
            if expected.isEmpty {
                Terminal.say(
                    "no hotspot there has presence; it comes with a geoq sync of a project that has it, or with "
                        + "geoq import of a hotspot's bar chart from eBird")
            }
            if let week, calendar.isEmpty, !expected.isEmpty { Terminal.say("nothing is known there of week \(week)") }
            if exit.exitStatus, calendar.isEmpty { throw ExitCode(Failure.nothingFound) }
        }
    }
}
