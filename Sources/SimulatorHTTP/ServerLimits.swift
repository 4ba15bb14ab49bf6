package import NIOCore
import TVSimulator

/// How much, and for how long, the server listens to a client that it does not know.
///
/// Times are those of the network, on its own clock: the simulated clock stands still while a client dawdles.
package struct ServerLimits: Sendable {
    /// How long a request may take from the end of its head to its end: a body of 2 MiB over a slow line takes less.
    package var request: TimeAmount = .seconds(20)
    /// How long an answer may wait for a client that does not take it.
    package var answer: TimeAmount = .seconds(30)
    /// How long a client whose request was refused unread may still send, so that it can read why: whoever closes a connection
    /// on which something comes takes away what was not yet read at the other end.
    package var linger: TimeAmount = .seconds(1)
    /// How long a connection may stay without a request, or with half a head.
    package var idle: TimeAmount = .seconds(60)
    /// How long a request is held that a fault leaves without an answer: longer than clients wait that have a limit of their
    /// own.
    package var silence: TimeAmount = .seconds(120)
    /// How long those who are still being answered may hold up the end of the server.
    package var shutdown: Duration = .seconds(5)

    /// How long the end of a TLS connection waits for the client's own farewell, for which nobody needs to wait (RFC 8446
    /// § 6.1): clients that keep connections for later never say it.
    static let farewell: TimeAmount = .milliseconds(100)

    /// Creates the limits that hold outside of tests.
    package init() {}

    /// Bytes of a command: an event of a profile is far smaller.
    static let commandBody = 256 * 1024
    /// Bytes of a profile: the largest that is committed has some thousands, and a long one takes long to read.
    static let profileBody = 256 * 1024
    /// Bytes of an imported state: as many as are read from a file.
    static let stateBody = NamedFile.largest
    /// How long an answer waits for another process that holds the device, in seconds: the end of the server
    /// waits for it.
    static let patience = 5.0
    /// Bytes of one header field, above the 16 KiB of which the service reads the value.
    static let headerField = 24 * 1024
    /// Bytes of all header fields together.
    static let headers = 64 * 1024
    /// How many header fields a request may have.
    static let headerCount = 100
    /// How many isolated worlds one server holds in memory: each a few hundred kilobytes when fresh.
    static let worlds = 256
    /// The longest time that `GET /journal/wait` waits, in seconds.
    static let longestWait = 60
    /// How often a waiting request looks into the journal, which other processes write too.
    static let lookEvery: TimeAmount = .milliseconds(25)
    /// The most entries of the journal in one answer.
    static let journalPage = 10_000
}
