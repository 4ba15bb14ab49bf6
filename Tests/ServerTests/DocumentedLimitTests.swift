import NIOCore
import TVSimScenario
import TVSimWorld
import TestSupport
import Testing

@testable import TVSimServer

@Suite("The limits of a server")
struct DocumentedLimitTests {
    /// A sentence of an article, with the limit that the server has.
    static let sentences: [(article: String, text: String)] = [
        ("HowTo/AskTheFrameworkOverHTTP.md", "At most \(ServerLimits.frameworkCalls) wait at once."),
        (
            "Explanation/Differences/ServerDifferences.md",
            "A server has at most \(ServerLimits.frameworkCalls) requests"
        ),
        (
            "Explanation/Differences/ServerDifferences.md",
            "for at most \(ServerLimits().silence.nanoseconds / 1_000_000_000) seconds or until shutdown"
        ),
        (
            "Explanation/Differences/ServerDifferences.md",
            "a header field above \(ServerLimits.headerField >> 10) KiB, headers above \(ServerLimits.headers >> 10) KiB "
                + "or more than \(ServerLimits.headerCount)"
        ),
        (
            "Explanation/Differences/ServerDifferences.md",
            "A connection that is idle for \(ServerLimits().idle.nanoseconds / 1_000_000_000) seconds is closed"
        ),
        (
            "Explanation/Differences/ServerDifferences.md",
            "Beyond \(ServerLimits().connections) connections, \(ServerLimits.reservedConnections) further ones answer"
        ),
        (
            "Explanation/Differences/ServerDifferences.md",
            "At shutdown the server waits \(ServerLimits().shutdown.components.seconds) seconds"
        ),
        (
            "Explanation/Differences/ProviderDifferences.md",
            "At most \(ServerLimits.outsideRequests) requests of a server wait for such servers at once"
        ),
        ("HowTo/UseSeveralMachines.md", "it has up to \(ServerLimits.outsideRequests) more"),
        ("Reference/Server.md", "else `http://127.0.0.1:\(ServerLaunch.defaultPort)`"),
        ("Explanation/DevicesAndWorlds.md", "An import has at most \(ServerLimits.stateBody >> 20) MiB"),
        ("Reference/AdminAPI.md", "after at most \(ServerLimits.longestWait) seconds"),
        ("Reference/AdminAPI.md", "if they are not larger than \(RedactedExchange.longestBody >> 10) KiB"),
        ("Reference/AdminAPI.md", "the latest \(ServerLimits.exchanges) of the server, in its memory"),
        ("Reference/AdminAPI.md", "at most \(ServerLimits.profileBody >> 10) KiB of YAML or JSON"),
        (
            "Reference/AdminAPI.md",
            "of the newest \(ServerLimits.removedWorlds) such worlds, at most \(ServerLimits.evidenceBytes >> 20) MiB"
        ),
    ]

    @Test("are those that the articles name", arguments: sentences)
    func documented(article: String, text: String) throws {
        #expect(try Repository.article(article).contains(text), "\(text)")
    }
}
