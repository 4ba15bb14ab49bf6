import AccessEnabler
import Foundation
import FoundationNetworking
import TVSimStructuredText
import TVSimulatorTesting
import TestSupport
import Testing
import VideoSubscriberAccount

@Suite("A test that expects the vendors' rules", .timeLimit(.minutes(5)))
struct ExpectRulesTests {
    /// Returns the issues that a closure records.
    private func issues(_ body: () throws -> Void) throws -> [String] {
        let seen = Locked<[String]>([])
        try withKnownIssue(isIntermittent: true) {
            try body()
        } matching: { issue in
            seen.withLockedValue { $0.append("\(issue.comments)") }
            return true
        }
        return seen.withLockedValue { $0 }
    }

    private func askForProfiles(_ authorization: String) async throws {
        var request = URLRequest(url: try URLSessionTests.service.appendingPathComponent("api/v2/REF30/profiles"))
        request.setValue(authorization, forHTTPHeaderField: "Authorization")
        _ = try await URLSession.shared.data(for: request)
    }

    @Test("fails for a request that breaks a rule, and names the entry")
    func requests() async throws {
        try await withSimulator { simulator in
            try await askForProfiles("Basic YTpi")
            let issues = try issues { try simulator.expectRules() }
            let bearer = try #require(issues.first { $0.contains("BROKEN  bearer") })
            #expect(bearer.contains("entry 1: GET /api/v2/REF30/profiles has no bearer token"))
        }
    }

    @Test("fails for a call of the framework that breaks a rule")
    func framework() async throws {
        try await withSimulator(
            profile: "schema: 1\nname: signed out\ndevice: {apps: {com.example.stream: {access: granted}}}"
        ) {
            simulator in
            try await VSAccountManager().checkAccessStatus()
            let request = VSAccountMetadataRequest()
            request.isInterruptionAllowed = true
            request.attributeNames = ["zip"]
            let _: Bool = await answer { done in
                VSAccountManager().enqueue(request) { metadata, _ in done(metadata != nil) }
            }
            try simulator.perform("mark: launch")
            let mandatory = try issues { try simulator.expectRules() }
            #expect(mandatory.contains { $0.contains("vsa-delegate") })
            #expect(mandatory.contains { $0.contains("vsa-silent") })
            #expect(!mandatory.contains { $0.contains("vsa-status-only") })
            #expect(try issues { try simulator.expectRules(.recommended) }.contains { $0.contains("vsa-status-only") })
        }
    }

    @Test("fails for an app that describes another device than the one it runs on", arguments: ["tvOS", "iOS"])
    func device(platform: String) async throws {
        let device = "device: {platform: \(platform), apps: {com.example.stream: {access: granted}}}"
        try await withSimulator(profile: "schema: 1\nname: described\n\(device)") { simulator in
            try await VSAccountManager().checkAccessStatus()
            var request = URLRequest(url: try URLSessionTests.service.appendingPathComponent("api/v2/REF30/profiles"))
            let description = Data(#"{"model": "TV", "osName": "iOS", "osVersion": "26.1"}"#.utf8)
            request.setValue(description.base64EncodedString(), forHTTPHeaderField: "X-Device-Info")
            _ = try await URLSession.shared.data(for: request)
            let found = try issues { try simulator.expectRules() }.first { $0.contains("device-info-true") }
            #expect(
                (found?.contains("the osName 'iOS', and the device is one with tvOS") ?? false) == (platform == "tvOS"))
        }
    }

    @Test("fails for an app that does nothing itself, and passes a rule that the profile waives")
    func passes() async throws {
        try await withSimulator(profile: "schema: 1\nname: ours\nrules: {waive: {bearer: an experiment}}") {
            simulator in
            _ = try await simulator.launch().callbacks { $0.setRequestor("REF30") }
            let nothing = try issues { try simulator.expectRules(.guideline) }
            #expect(nothing.count == 1 && nothing[0].contains("no rule was exercised"))
            try await askForProfiles("Basic YTpi")
            #expect(try !issues { try simulator.expectRules() }.contains { $0.contains("BROKEN  bearer") })
        }
    }

    @Test("is an error for a profile that waives an unknown rule")
    func unknown() async throws {
        await #expect(throws: SimulatorError.self) {
            try await withSimulator(profile: "schema: 1\nname: ours\nrules: {waive: {bearrer: a slip}}") { _ in }
        }
    }

    @Test("judges the app of a test by the trait", .simulator(), .rules(failOn: .guideline))
    func trait() async throws {
        try Simulator.current.perform("permission: granted")
        let manager = VSAccountManager()
        try await manager.checkAccessStatus()
        await withCheckedContinuation { answered in
            manager.enqueue(VSAccountMetadataRequest()) { _, _ in answered.resume() }
        }
    }

    @Test("fails a test with the trait whose app breaks a rule")
    func brokenTrait() async throws {
        let seen = Locked<[String]>([])
        try await withSimulator { _ in
            let test = try #require(Test.current)
            try await withKnownIssue(isIntermittent: false) {
                try await RulesTrait.rules().provideScope(for: test, testCase: nil) {
                    try await askForProfiles("Basic YTpi")
                }
            } matching: { issue in
                seen.withLockedValue { $0.append("\(issue.comments)") }
                return true
            }
        }
        #expect(seen.withLockedValue { $0 }.contains { $0.contains("BROKEN  bearer") })
    }
}
