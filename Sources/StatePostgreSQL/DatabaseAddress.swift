import Foundation
import TVSimStateStorage

/// The URL of a database, without a password.
struct DatabaseAddress: Sendable {
    let url: String

    /// Reads a URL.
    ///
    /// - Throws: `StateError` if the URL is invalid or contains a password. The messages never quote the URL.
    init(_ url: String, _ library: LibPQ) throws(StateError) {
        guard let options = library.parse(url, nil) else {
            throw StateError(
                .unsupported, "invalid address of a database: expected 'postgres://USER@HOST:PORT/DATABASE?OPTIONS'")
        }
        defer { library.freeOptions(options) }
        // The array ends with an option that has no keyword.
        var option = options.assumingMemoryBound(to: ConnectionOption.self)
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.value, value.pointee != 0,
                ["password", "sslpassword"].contains(String(cString: keyword))
            {
                throw StateError(
                    .unsupported,
                    "the address of a database must not contain a password: use PGPASSWORD, ~/.pgpass or a service file"
                )
            }
            option += 1
        }
        self.url = url
    }

    /// The parameters of a connection, in the order in which a later one replaces an earlier one.
    ///
    /// A connection that does not answer must not hold a request for the minutes that the system waits by default.
    var parameters: [(keyword: String, value: String)] {
        [
            ("connect_timeout", "5"), ("tcp_user_timeout", "10000"), ("dbname", url), ("client_encoding", "UTF8"),
            ("fallback_application_name", "tvsim"),
        ]
    }
}

/// `PQconninfoOption` of `libpq-fe.h`.
private struct ConnectionOption {
    var keyword: UnsafePointer<CChar>?
    var environmentVariable: UnsafePointer<CChar>?
    var compiled: UnsafePointer<CChar>?
    var value: UnsafePointer<CChar>?
    var label: UnsafePointer<CChar>?
    var character: UnsafePointer<CChar>?
    var size: CInt
}
