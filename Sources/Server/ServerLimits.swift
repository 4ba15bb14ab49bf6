package import NIOCore
import TVSimWorld

/// The limits for clients: sizes, counts and times.
///
/// Times are real time, because the simulated clock may be frozen.
package struct ServerLimits: Sendable {
    /// How long an idle connection stays open.
    package var idle: TimeAmount = .seconds(60)
    /// How long a request gets no response when a fault simulates a timeout.
    ///
    /// It is longer than usual timeouts of clients, so a client's own timeout ends the wait first.
    package var silence: TimeAmount = .seconds(120)
    /// How long a stopping server waits for requests in progress.
    package var shutdown: Duration = .seconds(5)
    /// The interval between two comments in a stream without events, so that a proxy keeps the connection open.
    package var heartbeat: TimeAmount = .seconds(15)

    /// The largest number of open connections of a port.
    package var connections = 512

    /// Creates the limits that apply outside of tests.
    package init() {}

    /// How many further connections are reserved for `health`; other requests on them get 503.
    static let reservedConnections = 16
    /// How long a closing TLS connection waits for the client's `close_notify` (RFC 8446, 6.1).
    ///
    /// Many clients never send it.
    static let farewell: TimeAmount = .milliseconds(100)
    /// The largest command or request of the framework, in bytes.
    static let commandBody = 256 * 1024
    /// The largest profile, in bytes.
    static let profileBody = 256 * 1024
    /// The largest imported state, in bytes.
    static let stateBody = DeviceDocument.largest
    /// The largest SAML response or media token with its options, in bytes; the Base64 of the largest response fits.
    static let samlBody = 2 * 1024 * 1024
    /// The largest header field, in bytes; the service reads values of up to 16 KiB.
    static let headerField = 24 * 1024
    /// The largest sum of all header fields, in bytes.
    static let headers = 64 * 1024
    /// The largest number of header fields in a request.
    static let headerCount = 100
    /// How many files the server must still be able to open before it opens a port for a world, so that it can answer
    /// `health` at any time.
    static let reservedFiles = 64
    /// The largest timeout of a request that waits, in seconds.
    static let longestWait = 60
    /// The largest number of the framework's requests that wait for a user, in all worlds of the server.
    static let frameworkCalls = 256
    /// The largest number of requests that wait for servers outside of the simulation at once, in all worlds of the
    /// server; further ones wait until one of them has its answer.
    static let outsideRequests = 16
    /// The largest number of open streams of `GET /journal/events`, in all worlds of the server.
    static let eventStreams = 64
    /// The number of the latest requests to the service that are kept with their responses, at most 10 megabytes.
    static let exchanges = 200
    /// The largest number of combinations of values that a list of situations considers.
    static let situations = 10_000
    /// The number of the newest removed worlds whose evidence is kept.
    static let removedWorlds = 200
    /// The largest size of their evidence together, and of the evidence of one world as a file, in bytes.
    static let evidenceBytes = 64 * 1024 * 1024
    /// The largest number of isolated worlds that are summarized in one response.
    static let worldSummaries = 50
    /// The number of journal entries that a stream reads at once.
    static let streamPage = 500
    /// The interval between two reads of the journal by a waiting request or a stream.
    ///
    /// Such a request polls because other processes write the journal too.
    static let lookEvery: TimeAmount = .milliseconds(25)
    /// The largest number of journal entries in one response.
    static let journalPage = 10_000
}
