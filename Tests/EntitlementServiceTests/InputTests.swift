import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

@testable import TVSimEntitlementService

@Suite("An input of a request")
struct InputTests {
    @Test("that has no effect is named in the journal, with the check that it did not pass, at every endpoint")
    func isNamed() async throws {
        var covered: Set<String> = []
        for row in InputRow.all {
            for endpoint in row.endpoints ?? Endpoint.all.filter({ $0.optional.contains { $0.name == row.header } }) {
                covered.insert("\(endpoint) \(row.header.rawName)")
                var input = try await InputWorld(osName: row.osName) { row.configure(&$0) }
                var request = InputWorld.Request()
                try await row.change(&input, &request)
                let decision = try await input.ask(endpoint, request)
                let fates = decision.inputs?.filter { $0.fate == .ignored && $0.input.kept == row.header.rawName } ?? []
                #expect(
                    fates.map(\.check) == [row.check], "\(endpoint), \(row.testDescription): \(decision.text.reason)")
                guard let fate = fates.first else { continue }
                #expect(
                    decision.text.reason.contains(fate.sentence.withoutFullStop), "\(endpoint), \(row.testDescription)")
                for secret in request.headers.values where secret.utf8.count > 40 {
                    #expect(!decision.text.reason.contains(secret))
                }
            }
        }
        let all = Endpoint.all.flatMap { endpoint in
            endpoint.optional.filter { !ServiceRequest.unchecked.contains($0) }.map { "\(endpoint) \($0.name.rawName)" }
        }
        #expect(covered == Set(all))
    }

    @Test("beside others that all count leaves the entry as it is")
    func isUsed() async throws {
        for endpoint in Endpoint.all where endpoint.errors == .enhanced {
            let input = try await InputWorld()
            try input.app.hold(.regular)
            var request = InputWorld.Request()
            func add(_ header: RequestHeader, _ value: String) {
                if endpoint.takes(header) { request.headers[header.name] = value }
            }
            add(.frameworkStatus, try input.status())
            add(.serviceToken, try InputWorld.token())
            add(.visitorIdentifier, "1")
            add(.userAgent, "Stream/1")
            if endpoint.path.parameters.contains("code") { request.mvpd = "Dish" }
            let decision = try await input.ask(endpoint, request)
            #expect(decision.inputs == nil, "\(endpoint): \(decision.text.reason)")
        }
        var pass = InputWorld.Request(mvpd: "Mediacom")
        pass.headers[.temporaryIdentity] = TemporaryIdentity(members: ["email": "a"]).headerValue
        for endpoint in [Endpoint.profile, .authorize] {
            #expect(try await InputWorld().ask(endpoint, pass).inputs == nil)
        }
    }

    @Test("that counts stands beside one that does not")
    func standsBeside() async throws {
        let input = try await InputWorld()
        try input.share(.serviceToken)
        let decision = try await input.ask(
            .profiles, .init(headers: [.serviceToken: try InputWorld.token(), .rokuToken: try InputWorld.token()]))
        #expect(decision.inputs?.map(\.fate) == [.used, .ignored])
        #expect(decision.text.reason.hasPrefix("The response has what AD-Service-Token shares. X-Roku-"))
    }

    static let questions: [Endpoint] = [.profiles, .profile, .authorize, .preauthorize]

    @Test("that is a profile which has expired is told with its end", arguments: questions)
    func expired(endpoint: Endpoint) async throws {
        var input = try await InputWorld()
        try input.app.hold(.regular)
        try input.world.simulation.clock.advance(by: 40 * 86_400)
        try await input.app.renewToken()
        let decision = try await input.ask(endpoint)
        #expect(decision.inputs?.map(\.check) == [.notAfter])
        #expect(decision.text.reason.contains("The regular profile of 'Cablevision' expired at 2026-01-31T00:00:00Z."))
        #expect(!decision.text.reason.contains("framework status"))
    }

    @Test("that is a profile of another device, client or service provider is told with both", arguments: questions)
    func elsewhere(endpoint: Endpoint) async throws {
        var input = try await InputWorld { configuration in
            configuration.requestors.append(.init(id: "OTHER", integrations: configuration.requestors[0].integrations))
        }
        let first = input.app
        try first.hold(.regular)
        input.app.headers.deviceIdentifier = .init(fingerprint: "device-2")
        let device = try await input.ask(endpoint)
        #expect(device.inputs?.map(\.check) == [.device])
        for name in ["device-1", "device-2"] {
            #expect(device.text.reason.contains("\(ServiceDocument.digest(name).prefix(8))…"), "\(device.text.reason)")
        }
        input.app = try await input.world.app()
        let client = try await input.ask(endpoint)
        #expect(client.inputs?.map(\.check) == [.client])
        for app in [first, input.app] {
            #expect(client.text.reason.contains(try #require(app.credentials.clientID)))
        }
    }

    @Test("that the service refuses is told with what came and what is known")
    func isRefused() async throws {
        let input = try await InputWorld()
        let bad = Data("[]".utf8).base64EncodedString()
        let rows: [(Endpoint, [HTTPField.Name: String], InputCheck)] = [
            (.profiles, [.authorization: "Basic YTpi"], .form), (.profiles, [.authorization: "Bearer a.b.c"], .form),
            (.profiles, [.deviceIdentifier: "device-1"], .form),
            (.partnerProfile, [.frameworkStatus: bad], .form),
            (.listDevices, [.serviceToken: try InputWorld.token()], .signature),
            (.serviceToken, [.singleSignOnLink: "12345"], .form),
            (.serviceToken, [.singleSignOnLink: "123456"], .value),
        ]
        for (endpoint, headers, check) in rows {
            let decision = try await input.ask(endpoint, .init(headers: headers))
            #expect(decision.inputs?.map(\.fate) == [.refused], "\(endpoint) \(headers)")
            #expect(decision.inputs?.first?.check == check, "\(endpoint) \(headers): \(decision.text.reason)")
            #expect(decision.inputs?.first?.sentence == decision.text.reason)
        }
    }

    @Test("that is a parameter without effect is named")
    func parameters() async throws {
        let input = try await InputWorld()
        let rows: [(Endpoint, String, String)] = [
            (.authenticate, "isPassive=true", "isPassive"), (.resetTempPass, "device_id=unknown", "device_id"),
            (.resetTempPassOfPerson, "key=unknown", "key"), (.configuration, "profile=unknown", "profile"),
            (.configuration, "profile=%zz", "The query"),
        ]
        for (endpoint, query, name) in rows {
            let decision = try await input.ask(endpoint, .init(query: query))
            #expect(decision.inputs?.map(\.input.kept) == [name], "\(endpoint)?\(query)")
        }
        let device = try await input.ask(.configuration, .init(headers: [.deviceInformation: "{}"]))
        #expect(device.inputs?.map(\.check) == [.encoding])
    }

    @Test("is decoded from a journal as it was written, and a journal without inputs opens")
    func isStored() async throws {
        let input = try await InputWorld()
        let decision = try await input.ask(.profiles, .init(headers: [.serviceToken: "garbage"]))
        let data = try JSONEncoder().encode(decision)
        #expect(try JSONDecoder().decode(RequestDecision.self, from: data) == decision)
        guard case .object(var members) = try JSONValue(json: data) else { return }
        members["inputs"] = nil
        let old = try JSONDecoder().decode(RequestDecision.self, from: try WireCoding.encode(JSONValue.object(members)))
        #expect(old.inputs == nil)
    }
}
