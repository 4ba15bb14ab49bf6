import Foundation
import TVSimCore
import TVSimDevice
import TVSimProviderMessages
import Testing

@testable import VideoSubscriberAccount

@Suite("The reason of an error of the framework")
struct ReasonTests {
    /// A request that gets an error, and what the journal must say.
    private struct Row: Sendable {
        let code: VSError.Code
        let values: [String]
        let prepare: @Sendable (TestDevice) throws -> Void
        let change: @Sendable (VSAccountMetadataRequest) -> Void
        var reply = ProviderReply.answered(.init(scheme: .saml, status: nil, body: "<Response/>"))

        init(
            _ code: VSError.Code, _ values: String...,
            prepare: @escaping @Sendable (TestDevice) throws -> Void = { _ in },
            change: @escaping @Sendable (VSAccountMetadataRequest) -> Void
        ) {
            (self.code, self.values, self.prepare, self.change) = (code, values, prepare, change)
        }

        /// Creates a row of a provider's reply to a query.
        init(_ code: VSError.Code, by reply: ProviderReply) {
            self.init(code, "'Cablevision'", "uid") { $0.attributeNames = ["uid"] }
            self.reply = reply
        }
    }

    private static let rows: [Row] = [
        Row(.accessNotGranted, "access is denied", prepare: { try $0.device.setPermission(.denied, for: $0.bundleID) })
        { _ in },
        Row(
            .accessNotGranted, "access is notDetermined", "isInterruptionAllowed is false",
            prepare: { try $0.device.setPermission(.notDetermined, for: $0.bundleID) }
        ) { $0.isInterruptionAllowed = false },
        Row(.unsupportedProvider, "'Cablevision'", "supportedAccountProviderIdentifiers has 'Dish'") {
            $0.supportedAccountProviderIdentifiers = ["Dish"]
        },
        Row(.unsupportedProvider, "'Cablevision'", "the schemes 'SAML'", "supportedAuthenticationSchemes has 'API'") {
            $0.supportedAuthenticationSchemes = [.api]
        },
        Row(
            .providerRejected, "no user is signed in", "isInterruptionAllowed is false",
            prepare: { try $0.device.signOut() }
        ) { $0.isInterruptionAllowed = false },
        Row(.providerRejected, "no user is signed in", "no delegate", prepare: { try $0.device.signOut() }) {
            $0.isInterruptionAllowed = true
        },
        Row(.providerRejected, "forceAuthentication is true", "isInterruptionAllowed is false") {
            $0.forceAuthentication = true
            $0.isInterruptionAllowed = false
        },
        Row(
            .providerRejected, "expired at 2025-01-01T00:00:00Z",
            prepare: {
                try $0.device.signIn(
                    provider: "Cablevision", subscriber: "alice", expires: Date(timeIntervalSince1970: 1_735_689_600))
            }
        ) {
            $0.attributeNames = ["uid"]
            $0.isInterruptionAllowed = false
        },
        Row(
            .unsupported, "region is unsupported",
            prepare: { try $0.device.updateSettings { $0.region = .unsupported } }
        ) {
            _ in
        },
        Row(.serviceTemporarilyUnavailable, by: .timeout),
        Row(.invalidVerificationToken, by: .invalidVerificationToken),
        Row(.providerRejected, by: .rejected(.init(scheme: .saml, status: "no", body: nil))),
    ]

    @Test("has the values that decided, in a sentence of its own for each cause")
    func hasValues() async throws {
        var reasons: Set<String> = []
        for row in Self.rows {
            let world = try TestDevice(connection: TestProvider(reply: row.reply)).granted()
            try world.device.signIn(provider: "Cablevision", subscriber: "alice", expires: nil)
            try row.prepare(world)
            let answer = await world.manager().answer { row.change($0) }
            #expect(answer.error?.code == row.code, "\(row.values)")
            let text = try #require(try world.device.simulation.journal.entries().last?.text)
            for value in row.values { #expect(text.reason.contains(value), "\(text.reason)") }
            #expect(reasons.insert("\(text.outcome): \(text.reason)").inserted)
        }
    }

    @Test("of a fault names it, for every code", arguments: VSError.Code.faultNames)
    func ofFault(name: String) async throws {
        let world = try TestDevice().granted()
        try world.device.simulation.faults.add(Fault(operation: .enqueue, error: name))
        let answer = await world.manager().answer { _ in }
        #expect(answer.error.map { "\($0.code)" } == name)
        let reason = try world.device.simulation.journal.entries().last?.text.reason
        #expect(reason == "a fault was set for this operation: \(name)")
    }
}
