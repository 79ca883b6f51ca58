import CPostgres
import GeoqSync

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The functions of libpq that are called, by the names and with the types of
/// `libpq-fe.h`.
///
/// The library is loaded when the first connection string is checked, or the
/// first connection is made: it loads TLS, Kerberos and LDAP, and no command
/// that asks only the store needs them.
struct Libpq {
    typealias Strings = UnsafePointer<UnsafePointer<CChar>?>
    typealias Text = UnsafeMutablePointer<CChar>
    typealias OptionList = UnsafeMutablePointer<PQconninfoOption>
    typealias NoticeReceiver = @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?) -> Void

    // Connections.
    let connectStartParams: @convention(c) (Strings?, Strings?, CInt) -> OpaquePointer?
    let connectPoll: @convention(c) (OpaquePointer?) -> PostgresPollingStatusType
    let finish: @convention(c) (OpaquePointer?) -> Void
    let conninfo: @convention(c) (OpaquePointer?) -> OptionList?
    let conninfoParse: @convention(c) (UnsafePointer<CChar>?, UnsafeMutablePointer<Text?>?) -> OptionList?
    let conninfoFree: @convention(c) (OptionList?) -> Void
    let host: @convention(c) (OpaquePointer?) -> Text?
    let port: @convention(c) (OpaquePointer?) -> Text?
    let db: @convention(c) (OpaquePointer?) -> Text?
    let status: @convention(c) (OpaquePointer?) -> ConnStatusType
    let socket: @convention(c) (OpaquePointer?) -> CInt
    let errorMessage: @convention(c) (OpaquePointer?) -> Text?
    let pass: @convention(c) (OpaquePointer?) -> Text?
    let needsPassword: @convention(c) (OpaquePointer?) -> CInt
    let backendPID: @convention(c) (OpaquePointer?) -> CInt
    let serverVersion: @convention(c) (OpaquePointer?) -> CInt
    let parameterStatus: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> UnsafePointer<CChar>?
    let transactionStatus: @convention(c) (OpaquePointer?) -> PGTransactionStatusType
    let setNonblocking: @convention(c) (OpaquePointer?, CInt) -> CInt
    let setErrorVerbosity: @convention(c) (OpaquePointer?, PGVerbosity) -> PGVerbosity
    let setNoticeReceiver: @convention(c) (OpaquePointer?, NoticeReceiver?, UnsafeMutableRawPointer?) -> NoticeReceiver?

    // Questions.
    let sendQuery: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> CInt
    let sendQueryParams:
        @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>?, CInt, UnsafePointer<Oid>?, Strings?, UnsafePointer<CInt>?,
            UnsafePointer<CInt>?, CInt
        ) -> CInt
    let flush: @convention(c) (OpaquePointer?) -> CInt
    let isBusy: @convention(c) (OpaquePointer?) -> CInt
    let consumeInput: @convention(c) (OpaquePointer?) -> CInt
    let getResult: @convention(c) (OpaquePointer?) -> OpaquePointer?
    let getCopyData: @convention(c) (OpaquePointer?, UnsafeMutablePointer<Text?>?, CInt) -> CInt
    let notifies: @convention(c) (OpaquePointer?) -> UnsafeMutablePointer<PGnotify>?
    let freemem: @convention(c) (UnsafeMutableRawPointer?) -> Void

    // Results.
    let resultStatus: @convention(c) (OpaquePointer?) -> ExecStatusType
    let resultErrorField: @convention(c) (OpaquePointer?, CInt) -> Text?
    let cmdTuples: @convention(c) (OpaquePointer?) -> Text?
    let ntuples: @convention(c) (OpaquePointer?) -> CInt
    let nfields: @convention(c) (OpaquePointer?) -> CInt
    let getisnull: @convention(c) (OpaquePointer?, CInt, CInt) -> CInt
    let getlength: @convention(c) (OpaquePointer?, CInt, CInt) -> CInt
    let getvalue: @convention(c) (OpaquePointer?, CInt, CInt) -> Text?
    let clear: @convention(c) (OpaquePointer?) -> Void

    /// The library; never unloaded.
    static let loaded = Result<Libpq, SyncError> { () throws(SyncError) in try Libpq() }

    private init() throws(SyncError) {
        #if canImport(Darwin)
            let name = "libpq.5.dylib"
        #else
            let name = "libpq.so.5"
        #endif
        guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { throw Self.missing }
        func function<Function>(_ name: String) throws(SyncError) -> Function {
            guard let symbol = dlsym(library, name) else { throw Self.missing }
            return unsafeBitCast(symbol, to: Function.self)
        }
        connectStartParams = try function("PQconnectStartParams")
        connectPoll = try function("PQconnectPoll")
        finish = try function("PQfinish")
        conninfo = try function("PQconninfo")
        conninfoParse = try function("PQconninfoParse")
        conninfoFree = try function("PQconninfoFree")
        host = try function("PQhost")
        port = try function("PQport")
        db = try function("PQdb")
        status = try function("PQstatus")
        socket = try function("PQsocket")
        errorMessage = try function("PQerrorMessage")
        pass = try function("PQpass")
        needsPassword = try function("PQconnectionNeedsPassword")
        backendPID = try function("PQbackendPID")
        serverVersion = try function("PQserverVersion")
        parameterStatus = try function("PQparameterStatus")
        transactionStatus = try function("PQtransactionStatus")
        setNonblocking = try function("PQsetnonblocking")
        setErrorVerbosity = try function("PQsetErrorVerbosity")
        setNoticeReceiver = try function("PQsetNoticeReceiver")
        sendQuery = try function("PQsendQuery")
        sendQueryParams = try function("PQsendQueryParams")
        flush = try function("PQflush")
        isBusy = try function("PQisBusy")
        consumeInput = try function("PQconsumeInput")
        getResult = try function("PQgetResult")
        getCopyData = try function("PQgetCopyData")
        notifies = try function("PQnotifies")
        freemem = try function("PQfreemem")
        resultStatus = try function("PQresultStatus")
        resultErrorField = try function("PQresultErrorField")
        cmdTuples = try function("PQcmdTuples")
        ntuples = try function("PQntuples")
        nfields = try function("PQnfields")
        getisnull = try function("PQgetisnull")
        getlength = try function("PQgetlength")
        getvalue = try function("PQgetvalue")
        clear = try function("PQclear")
    }

    private static var missing: SyncError {
        let reason = dlerror().map { String(cString: $0) } ?? "it cannot be loaded"
        return SyncError(
            .local, "PostgreSQL's client library is missing (\(reason)); Debian has it as libpq5", retryMayHelp: false)
    }

    /// The settings of a list that have a value.
    static func values(of list: OptionList) -> [(name: String, value: String)] {
        var values: [(String, String)] = []
        var option = list
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values.append((String(cString: keyword), String(cString: value))) }
            option += 1
        }
        return values
    }

    /// A part of an error or a notice, by its letter in the protocol; nil when
    /// the part is missing.
    func field(_ letter: Unicode.Scalar, of result: OpaquePointer) -> String? {
        guard let text = resultErrorField(result, Int32(UInt8(ascii: letter))), text.pointee != 0 else { return nil }
        return String(cString: text)
    }
}
