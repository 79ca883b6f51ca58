import Geoq

/// One table of a package that is of no use without the others. It is refused
/// with a sentence that tells the user what to do.
enum PackagePart: ImportFormat {
    static let name = "part-of-a-package"

    static func recognizes(_ probe: ImportProbe) throws -> Bool {
        try sentence(for: probe) != nil
    }

    static func read(_ probe: ImportProbe, into sink: any ImportSink) throws -> FormatReport {
        throw FileProblem(file: probe.input.name, reason: try sentence(for: probe) ?? "it is part of a package")
    }

    private static func sentence(for probe: ImportProbe) throws -> String? {
        let options = probe.options
        guard options.kind == .observations, !options.takesPlacesAlone, probe.members.count == 1,
            let table = try probe.head(of: probe.members[0]).table
        else { return nil }
        let header = table.header
        let hasPoints = table.header.missingPoint(options).isEmpty
        let hasSpecies = header.column("species", "scientificName", "verbatimScientificName", "vernacularName") != nil
        if header.has("deploymentID", "observationType"), !hasPoints {
            return "these observations of a Camtrap DP have no coordinates of their own; give the folder or archive "
                + "with datapackage.json and deployments.csv beside them"
        }
        if header.has("deploymentID", "deploymentStart") {
            return "these are the deployments of a Camtrap DP, without animals; give the folder or archive with "
                + "datapackage.json and observations.csv beside them"
        }
        if header.has("eventID", "decimalLatitude", "decimalLongitude"), !hasSpecies, options.species == nil {
            return "these are events of a Darwin Core archive, without a species; give the folder or archive with "
                + "meta.xml and occurrence.txt beside them"
        }
        if hasSpecies, !hasPoints, header.column("eventID", "occurrenceID", "basisOfRecord", "gbifID") != nil {
            return "these occurrences have no coordinates of their own; give the folder or archive with meta.xml and "
                + "event.txt beside them"
        }
        if header.has("animal-id", "tag-id"), !hasPoints {
            return "this is Movebank's reference data, which tells of the animals and not where they were; import the "
                + "file of positions"
        }
        return nil
    }
}
