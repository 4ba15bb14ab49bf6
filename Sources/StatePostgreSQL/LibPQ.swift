import Foundation
import TVSimPlatform
import TVSimStateStorage

/// The functions of libpq, PostgreSQL's client library, with the names and types of its header `libpq-fe.h`.
///
/// The library is loaded when the first database is opened. If the programs were linked with it, every short command
/// would load its dozen libraries too.
struct LibPQ: Sendable {
    typealias Connection = OpaquePointer
    typealias Result = OpaquePointer
    typealias Text = UnsafePointer<CChar>
    typealias Texts = UnsafePointer<Text?>

    let connect: @convention(c) (_ keywords: Texts, _ values: Texts, _ expandsName: CInt) -> Connection?
    let finish: @convention(c) (Connection) -> Void
    let status: @convention(c) (Connection) -> CInt
    let errorMessage: @convention(c) (Connection) -> Text?
    let serverVersion: @convention(c) (Connection) -> CInt
    let setNonBlocking: @convention(c) (Connection, _ isNonBlocking: CInt) -> CInt
    let socket: @convention(c) (Connection) -> CInt
    let send: @convention(c) (Connection, Text) -> CInt
    let sendPreparation: @convention(c) (Connection, _ name: Text, _ query: Text, CInt, UnsafePointer<UInt32>?) -> CInt
    let sendPrepared:
        @convention(c) (
            Connection, _ name: Text, CInt, _ values: Texts?, UnsafePointer<CInt>?, UnsafePointer<CInt>?, CInt
        ) -> CInt
    let flush: @convention(c) (Connection) -> CInt
    let consumeInput: @convention(c) (Connection) -> CInt
    let isBusy: @convention(c) (Connection) -> CInt
    let nextResult: @convention(c) (Connection) -> Result?
    let resultStatus: @convention(c) (Result?) -> CInt
    let errorField: @convention(c) (Result?, CInt) -> Text?
    let commandStatus: @convention(c) (Result) -> Text?
    let rowCount: @convention(c) (Result) -> CInt
    let columnCount: @convention(c) (Result) -> CInt
    let value: @convention(c) (Result, _ row: CInt, _ column: CInt) -> Text
    let isNull: @convention(c) (Result, _ row: CInt, _ column: CInt) -> CInt
    let clear: @convention(c) (Result?) -> Void
    let setNoticeProcessor:
        @convention(c) (
            Connection, @convention(c) (UnsafeMutableRawPointer?, Text?) -> Void, UnsafeMutableRawPointer?
        ) -> UnsafeMutableRawPointer?
    let parse: @convention(c) (Text, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> UnsafeMutableRawPointer?
    let freeOptions: @convention(c) (UnsafeMutableRawPointer?) -> Void

    /// The library; it is loaded at the first use.
    static let loaded = Swift.Result { () throws(StateError) in try LibPQ() }

    private init() throws(StateError) {
        let name = SystemLibraries.postgreSQL
        guard let library = dlopen(name, RTLD_NOW) else {
            throw StateError(
                .unsupported, "a store in a database needs the library \(name): install the package libpq5")
        }
        func find<Function>(_ name: String) throws(StateError) -> Function {
            guard let symbol = dlsym(library, name) else {
                throw StateError(.unsupported, "the library \(SystemLibraries.postgreSQL) has no function \(name)")
            }
            return unsafeBitCast(symbol, to: Function.self)
        }
        connect = try find("PQconnectdbParams")
        finish = try find("PQfinish")
        status = try find("PQstatus")
        errorMessage = try find("PQerrorMessage")
        serverVersion = try find("PQserverVersion")
        setNonBlocking = try find("PQsetnonblocking")
        socket = try find("PQsocket")
        send = try find("PQsendQuery")
        sendPreparation = try find("PQsendPrepare")
        sendPrepared = try find("PQsendQueryPrepared")
        flush = try find("PQflush")
        consumeInput = try find("PQconsumeInput")
        isBusy = try find("PQisBusy")
        nextResult = try find("PQgetResult")
        resultStatus = try find("PQresultStatus")
        errorField = try find("PQresultErrorField")
        commandStatus = try find("PQcmdStatus")
        rowCount = try find("PQntuples")
        columnCount = try find("PQnfields")
        value = try find("PQgetvalue")
        isNull = try find("PQgetisnull")
        clear = try find("PQclear")
        setNoticeProcessor = try find("PQsetNoticeProcessor")
        parse = try find("PQconninfoParse")
        freeOptions = try find("PQconninfoFree")
    }
}
