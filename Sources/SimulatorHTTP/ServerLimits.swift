package import NIOCore
import SavedDevices

/// The sizes, counts and times within which the server serves a client.
///
/// Times are real time: the simulated clock may stand still.
package struct ServerLimits: Sendable {
    /// How long a connection may stay open without a byte of a request.
    package var idle: TimeAmount = .seconds(60)
    /// How long a request stays without an answer when a fault says so; clients with a timeout give up earlier.
    package var silence: TimeAmount = .seconds(120)
    /// How long the end of the server waits for requests that are being answered.
    package var shutdown: Duration = .seconds(5)

    /// Creates the limits that apply outside of tests.
    package init() {}

    /// How many connections are open at once; others wait.
    static let connections = 512
    /// How long the end of a TLS connection waits for the client's closing message, which many clients never send
    /// (RFC 8446, 6.1).
    static let farewell: TimeAmount = .milliseconds(100)
    /// Bytes of a command.
    static let commandBody = 256 * 1024
    /// Bytes of a profile.
    static let profileBody = 256 * 1024
    /// Bytes of an imported state: as many as are read from a file.
    static let stateBody = DeviceDocument.largest
    /// Bytes of one header field; the service reads values of up to 16 KiB.
    static let headerField = 24 * 1024
    /// Bytes of all header fields together.
    static let headers = 64 * 1024
    /// How many header fields a request may have.
    static let headerCount = 100
    /// How many isolated worlds one server holds in memory, each of a few hundred kilobytes.
    static let worlds = 256
    /// The longest time that `GET /journal/wait` waits, in seconds.
    static let longestWait = 60
    /// How often a waiting request reads the journal, which other processes write too.
    static let lookEvery: TimeAmount = .milliseconds(25)
    /// The most entries of the journal in one answer.
    static let journalPage = 10_000
}
