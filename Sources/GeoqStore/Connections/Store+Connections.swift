import GRDB
import Geoq

extension Store {
    /// Of a connection that reads.
    private static var readerConfiguration: Configuration {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(busyTimeout)
        configuration.label = "geoq.reader"
        configuration.prepareDatabase { db in
            db.add(function: Store.foldFunction)
            db.add(function: Store.foldNameFunction)
            db.add(function: InsideFunction.function)
            db.add(function: InsideFunction.withinFunction)
            db.add(function: ShallowFunction.function)
            for function in EntryMoment.functions { db.add(function: function) }
        }
        return configuration
    }

    /// Opens a connection that reads; waits for the disk.
    static func connectReader(_ path: String) throws -> DatabaseQueue {
        WaitingWork.willWait()
        do {
            return try DatabaseQueue(path: path, configuration: readerConfiguration)
        } catch let error as DatabaseError {
            guard let name = try ReadOnlyPlace.immutableName(of: path, after: error) else { throw error }
            return try DatabaseQueue(path: name, configuration: readerConfiguration)
        }
    }

    /// Opens several connections that read, as the first one was opened.
    func connectReaders() throws -> DatabasePool {
        WaitingWork.willWait()
        try checkOpen()
        try checkFile()
        var configuration = Self.readerConfiguration
        configuration.label = "geoq.readers"
        configuration.maximumReaderCount = Self.mostReaders
        return try DatabasePool(path: readers.first.path, configuration: configuration)
    }

    /// Connections of a pool; more reads than these wait for each other.
    private static let mostReaders = 4

    /// Opens a connection that writes; waits for the disk and for SpatiaLite.
    static func connectWriter(_ path: String) throws -> DatabaseQueue {
        WaitingWork.willWait()
        var configuration = Configuration()
        configuration.busyMode = .timeout(busyTimeout)
        configuration.label = "geoq.writer"
        configuration.prepareDatabase { db in
            try SpatiaLite.initialize(db)
            db.add(function: ShallowFunction.function)
            for function in EntryMoment.functions { db.add(function: function) }
            // SpatiaLite sets five seconds of its own.
            try db.execute(sql: "PRAGMA busy_timeout = \(Int(busyTimeout * 1000))")
            try SystemRefusal.told(db, path) {
                try db.execute(sql: "PRAGMA journal_mode = WAL")
                // FULL: a committed write survives a power cut, too.
                try db.execute(sql: "PRAGMA synchronous = FULL")
                try db.execute(sql: "PRAGMA cache_size = -\(Database.usualPageCache)")
            }
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// The SQL function for `CASEI` of a filter.
    private static let foldFunction = DatabaseFunction(
        PropertyFilter.foldFunctionName, argumentCount: 1, pure: true
    ) { values in
        PropertyFilter.foldCase(FieldValue(values[0])).databaseValue
    }

    /// The SQL function for a name as `NameFolding` writes it; null for a value
    /// that is no text.
    private static let foldNameFunction = DatabaseFunction(foldNameFunctionName, argumentCount: 1, pure: true) {
        values in
        String.fromDatabaseValue(values[0])?.foldedName
    }

    /// The name of the SQL function that folds names.
    static let foldNameFunctionName = "geoq_fold_name"
}
