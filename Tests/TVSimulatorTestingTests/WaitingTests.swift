import AccessEnabler
import Foundation
import TVSimStructuredText
import TVSimulatorTesting
import Testing
import VideoSubscriberAccount

@Suite("A test that waits for a callback", .timeLimit(.minutes(5)))
struct WaitingTests {
    /// A call that the SDK cannot end by itself, the journal's line, and what a cancelled test is told.
    struct Wait: Sendable, CustomTestStringConvertible {
        let call: String
        let profile: String
        let make: @Sendable (AccessEnabler) -> Void
        let journal: String
        let told: String
        var testDescription: String { call }
    }

    static let signedOut = "schema: 1\nname: signed out\ndevice: {apps: {com.example.stream: {access: denied}}}\n"
    static let television = signedOut.replacing("device: {", with: "device: {platform: tvOS, ")

    static let waits = [
        Wait(
            call: "logout, without handleExternalURL", profile: CodeWithoutTaskTests.signedIn, make: { $0.logout() },
            journal:
                "the app loads the MVPD's page that ends the session there; the SDK waits for handleExternalURL",
            told: "the SDK waits for handleExternalURL: the app loads the MVPD's page that ends the session there"),
        Wait(
            call: "getAuthentication, without setSelectedProvider", profile: signedOut,
            make: { $0.getAuthentication() },
            journal: "the user chooses an MVPD in the app's own picker; the SDK waits for setSelectedProvider",
            told: "the SDK waits for setSelectedProvider: the user chooses an MVPD in the app's own picker"),
        Wait(
            call: "getAuthentication, without handleExternalURL", profile: signedOut,
            make: {
                $0.setSelectedProvider("Mediacom")
                $0.getAuthentication()
            },
            journal: "the user signs in on the MVPD's page; the SDK waits for handleExternalURL",
            told: "the SDK waits for handleExternalURL: the user signs in on the MVPD's page"),
        Wait(
            call: "getAuthentication, without a second screen", profile: television,
            make: {
                $0.setSelectedProvider("Mediacom")
                $0.getAuthentication()
            },
            journal: "the user enters the registration code on a second screen; the SDK waits for the service's",
            told: "the SDK waits for the service's profile for the code, as simulated time passes"),
    ]

    @Test("is told at its time limit what the SDK waits for, and ends with an answer", arguments: waits)
    func limit(wait: Wait) async throws {
        let told = await Self.told { try await Self.wait(for: wait) }
        #expect(told.count == 1)
        #expect(told.first?.contains(wait.told) == true, "\(told)")
    }

    /// An app whose async wrapper waits for an authentication status, which a cancellation of its task does not end.
    private static func wait(for wait: Wait) async throws {
        try await withSimulator(profile: wait.profile) { simulator in
            let app = ShippedEntitlements(try simulator.softwareStatement())
            let requestor = await answer { app.setRequestor($0) }
            let status = await Self.cancelledAnswer(of: app, wait.make)
            #expect([requestor, status] == [1, 0])
            let journal = try simulator.journal()
            #expect(journal.contains { $0.contains(wait.journal) }, "\(journal)")
        }
    }

    @Test("is told of calls that were made before setRequestor")
    func withoutRequestor() async throws {
        let told = await Self.told {
            try await withSimulator { simulator in
                let app = ShippedEntitlements(try simulator.softwareStatement())
                let status = await Self.cancelledAnswer(of: app) { $0.checkAuthentication() }
                #expect(status == 0)
            }
        }
        #expect(told.first?.contains("the calls wait for setRequestor") == true)
    }

    /// Returns the answer to calls after whose rest the task is cancelled, as by a time limit.
    private static func cancelledAnswer(
        of app: ShippedEntitlements, _ calls: (AccessEnabler) -> Void
    ) async -> Int32 {
        let first = FirstAnswer<Int32>()
        app.make(calls) { first.take($0) }
        await app.comeToRest()
        withUnsafeCurrentTask { $0?.cancel() }
        return await first.answer
    }

    /// Returns what a cancelled test is told.
    private static func told(_ test: @escaping @Sendable () async throws -> Void) async -> [String] {
        let told = Locked<[String]>([])
        await withKnownIssue {
            _ = await Task { try await test() }.result
        } matching: { issue in
            told.withLockedValue { $0.append("\(issue.comments) \(issue.error.map { "\($0)" } ?? "")") }
            return true
        }
        return told.withLockedValue { $0 }
    }
}
