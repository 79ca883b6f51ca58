import ArgumentParser
import Geoq

/// How the dates of a file are written.
struct DateOrderOptions: ParsableArguments {
    @Option(
        name: .customLong("dates"),
        help: ArgumentHelp(
            "What dates such as 01/02/2020 begin with: mdy, dmy, or ymd to refuse them; otherwise all dates of the file tell.",
            valueName: "order"))
    var order: DateOrder?
}
