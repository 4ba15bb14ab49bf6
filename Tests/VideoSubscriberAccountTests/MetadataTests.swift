import Foundation
import TVSimCore
import TVSimDevice
import TVSimProviderMessages
import TVSimStateStorage
import TestSupport
import Testing
import VideoSubscriberAccount

/// Every row of the decision table of metadata requests that needs no interface.
@Suite struct MetadataTests {
    /// How a provider's connection answers.
    struct Connection: ProviderConnection {
        let reply: ProviderReply
        func answer(_ query: ProviderQuery) async -> ProviderReply { reply }
        func signIn(_ attempt: SignInAttempt) async -> SignInReply { .unreachable }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        var region: DeviceSettings.Region = .supported
        var access: AccessPermission = .granted
        var account: Account = .valid
        var supported: [String] = []
        var schemes: [VSAccountProviderAuthenticationScheme] = [.saml]
        var interruption = false
        var delegate = false
        var force = false
        var attributes: [String] = []
        var reply: ProviderReply = .answered(.init(scheme: .saml, status: "urn:success", body: "<Response/>"))
        var error: VSError.Code?
        var userInfo: [String: String] = [:]
        var samlResponse: String?

        enum Account: Sendable { case none, valid, expired, endless }
        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(name: "1: undetermined", access: .notDetermined, error: .accessNotGranted),
        Row(
            name: "2: undetermined, interruption allowed", access: .notDetermined, interruption: true, delegate: true,
            error: .accessNotGranted),
        Row(name: "3: denied", access: .denied, error: .accessNotGranted),
        Row(name: "3: restricted", access: .restricted, interruption: true, delegate: true, error: .accessNotGranted),
        Row(name: "4: signed out", account: .none, error: .providerRejected),
        Row(
            name: "5: signed out, interruption allowed, no delegate", account: .none, interruption: true,
            error: .providerRejected),
        Row(
            name: "6: signed out, interruption allowed: the user cancels", account: .none, interruption: true,
            delegate: true, error: .userCancelled),
        Row(name: "7: signed in, status"),
        Row(name: "7: signed in, on the list", supported: ["Dish", "Cablevision"]),
        Row(name: "7: signed in, interruption allowed but not needed", interruption: true, delegate: true),
        Row(name: "7: signed in, attributes", attributes: ["userID"], samlResponse: "<Response/>"),
        Row(name: "7: signed in without end", account: .endless),
        Row(name: "8: forced without interruption", force: true, error: .providerRejected),
        Row(
            name: "9: forced with interruption: the user cancels", interruption: true, delegate: true, force: true,
            error: .userCancelled),
        Row(
            name: "10: not on the list", supported: ["Dish"], error: .unsupportedProvider,
            userInfo: [VSErrorInfoKeyUnsupportedProviderIdentifier: "Cablevision"]),
        Row(
            name: "10: another scheme", schemes: [.api], error: .unsupportedProvider,
            userInfo: [VSErrorInfoKeyUnsupportedProviderIdentifier: "Cablevision"]),
        Row(
            name: "10: not on the list, expired", account: .expired, supported: ["Dish"], error: .unsupportedProvider,
            userInfo: [VSErrorInfoKeyUnsupportedProviderIdentifier: "Cablevision"]),
        Row(name: "11: expired, status", account: .expired),
        Row(name: "12: expired, attributes", account: .expired, attributes: ["userID"], error: .providerRejected),
        Row(
            name: "13: expired, attributes, interruption allowed: the user cancels", account: .expired,
            interruption: true, delegate: true, attributes: ["userID"], error: .userCancelled),
        Row(
            name: "14: unreachable", attributes: ["userID"], reply: .unreachable,
            error: .serviceTemporarilyUnavailable),
        Row(name: "14: timeout", attributes: ["userID"], reply: .timeout, error: .serviceTemporarilyUnavailable),
        Row(
            name: "15: bad token", attributes: ["userID"], reply: .invalidVerificationToken,
            error: .invalidVerificationToken),
        Row(
            name: "16: the provider says no", attributes: ["userID"],
            reply: .rejected(.init(scheme: .saml, status: "urn:denied", body: "<No/>")), error: .providerRejected,
            userInfo: [VSErrorInfoKeySAMLResponse: "<No/>", VSErrorInfoKeySAMLResponseStatus: "urn:denied"]),
        Row(
            name: "17: no SAML body", attributes: ["userID"],
            reply: .answered(.init(scheme: .saml, status: nil, body: nil))),
        Row(name: "18: unsupported region", region: .unsupported, error: .unsupported),
        Row(
            name: "18: unsupported region comes before access", region: .unsupported, access: .denied,
            error: .unsupported),
    ]

    @Test("answers as the row says", arguments: rows)
    func row(_ row: Row) async throws {
        let world = TestDevice(connection: Connection(reply: row.reply))
        let now = try world.device.simulation.clock.now()
        try world.device.setSettings(DeviceSettings(region: row.region))
        try world.device.setPermission(row.access, for: world.bundleID)
        let expires: Date?? =
            switch row.account {
            case .none: nil
            case .valid: .some(now.addingTimeInterval(60))
            case .expired: .some(now)
            case .endless: .some(nil)
            }
        if let expires { try world.device.signIn(provider: "Cablevision", subscriber: "alice", expires: expires) }

        let manager = world.manager()
        let delegate = SilentDelegate()
        if row.delegate { manager.delegate = delegate }
        let answer = await Self.answer(to: row, from: manager)

        #expect(answer.error?.code == row.error)
        for (key, value) in row.userInfo { #expect(answer.error?.userInfo[key] as? String == value) }
        if row.name.hasPrefix("10") || row.error == nil || row.error == .providerRejected && row.userInfo.isEmpty {
            #expect(answer.error?.userInfo[VSErrorInfoKeySAMLResponse] == nil)
        }
        #expect(answer.provider == (row.error == nil ? "Cablevision" : nil))
        #expect(answer.expires == (row.error == nil ? expires ?? nil : nil))
        #expect(answer.samlResponse == row.samlResponse)
        #expect((answer.verificationData != nil) == (row.error == nil && !row.attributes.isEmpty))
    }

    struct Answer: Sendable {
        var provider: String?
        var expires: Date?
        var samlResponse: String?
        var verificationData: Data?
        var error: VSError?
    }

    static func answer(to row: Row, from manager: VSAccountManager) async -> Answer {
        let request = VSAccountMetadataRequest()
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        request.supportedAccountProviderIdentifiers = row.supported
        request.supportedAuthenticationSchemes = row.schemes
        request.isInterruptionAllowed = row.interruption
        request.forceAuthentication = row.force
        request.attributeNames = row.attributes
        return await awaiting("answer", otherwise: Answer()) { continuation in
            manager.enqueue(request) { metadata, error in
                #expect((metadata == nil) != (error == nil))
                continuation.resume(
                    returning: Answer(
                        provider: metadata?.accountProviderIdentifier,
                        expires: metadata?.authenticationExpirationDate,
                        samlResponse: metadata?.samlAttributeQueryResponse,
                        verificationData: metadata?.verificationData, error: error as? VSError))
            }
        }
    }

    @Test(
        "leaves out a status and attributes that were not requested", arguments: [true, false], [true, false])
    func includes(provider: Bool, date: Bool) async throws {
        let world = TestDevice()
        try world.device.setPermission(.granted, for: world.bundleID)
        let end = try world.device.simulation.clock.now().addingTimeInterval(60)
        try world.device.signIn(provider: "Cablevision", subscriber: "alice", expires: end)
        for attributes in [[], ["uid"]] {
            let answer = await world.manager().answer {
                $0.includeAccountProviderIdentifier = provider
                $0.includeAuthenticationExpirationDate = date
                $0.attributeNames = attributes
            }
            #expect(answer.error == nil && answer.hasMetadata)
            #expect(answer.provider == (provider ? "Cablevision" : nil))
            #expect(answer.expires == (date ? end : nil))
        }
    }

    @Test("row 16: gives the provider's answer, in the response's own object too")
    func refusal() async throws {
        let world = TestDevice(
            connection: Connection(reply: .rejected(.init(scheme: .saml, status: "urn:denied", body: "<No/>"))))
        try world.device.setPermission(.granted, for: world.bundleID)
        try world.device.signIn(provider: "Cablevision", subscriber: "alice", expires: nil)
        let error = try #require(await world.manager().answer { $0.attributeNames = ["uid"] }.error)
        let response = error.userInfo[VSErrorInfoKeyAccountProviderResponse] as? VSAccountProviderResponse
        #expect(response?.authenticationScheme == .saml)
        #expect(response?.status == "urn:denied" && response?.body == "<No/>")
    }

    @Test("mirrors the provider's answer in the provider response")
    func providerResponse() async throws {
        let world = TestDevice(
            connection: Connection(reply: .answered(.init(scheme: .saml, status: "urn:s", body: "<R/>"))))
        try world.device.setPermission(.granted, for: world.bundleID)
        try world.device.signIn(provider: "Cablevision", subscriber: "alice", expires: nil)
        let request = VSAccountMetadataRequest()
        request.attributeNames = ["uid"]
        let manager = world.manager()
        let response = await awaiting("answer", otherwise: []) { (continuation: Awaited<[String?]>) in
            manager.enqueue(request) { metadata, _ in
                let response = metadata?.accountProviderResponse
                #expect(response != nil && response === metadata?.accountProviderResponse)
                continuation.resume(
                    returning: [response?.authenticationScheme.rawValue, response?.status, response?.body])
            }
        }
        #expect(response == [VSAccountProviderAuthenticationScheme.saml.rawValue, "urn:s", "<R/>"])
    }

    @Test("a request that is cancelled before its turn completes once, as cancelled")
    func cancelled() async throws {
        let world = TestDevice()
        try world.device.setPermission(.granted, for: world.bundleID)
        try world.device.signIn(provider: "Cablevision", subscriber: "alice", expires: nil)
        let gate = RequestAuthorizer()
        world.device.requests.enqueue(StandingRequest(), mayInterrupt: false) { _ in await gate.pass() }
        let manager = world.manager()
        let error = await awaiting("answer", otherwise: nil) { (continuation: Awaited<VSError?>) in
            let result = manager.enqueue(VSAccountMetadataRequest()) { _, error in
                continuation.resume(returning: error as? VSError)
            }
            result.cancel()
            Task { await gate.open() }
        }
        #expect(error?.code == .userCancelled)
    }

    @Test("a thousand requests complete once each, in their order")
    func manyRequests() async throws {
        let world = TestDevice()
        try world.device.setPermission(.granted, for: world.bundleID)
        try world.device.signIn(provider: "Cablevision", subscriber: "alice", expires: nil)
        let manager = world.manager()
        let answers = Told<Int>("answer")
        for number in 0..<1000 {
            manager.enqueue(VSAccountMetadataRequest()) { _, _ in answers.tell(number) }
        }
        #expect(await answers.next(1000) == Array(0..<1000))
    }
}
