import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimStateStorage
import TVSimStructuredText
import Testing

/// A state that cannot be read is the simulator's own trouble: no answer of the platform stands for it.
@Suite("Unreadable state")
struct StateTroubleTests {
    /// Damages the documents whose names begin with a text; there is one.
    private func damage(_ prefix: String, in world: ServiceWorld) throws -> String {
        try world.simulation.store.write { state in
            let names = try state.names(withPrefix: prefix)
            for name in names { try state.setEncodedValue("{\"\":", named: name) }
            return try #require(names.first)
        }
    }

    /// The error with which a call ends.
    private func trouble<Answer>(_ call: EntitlementCall<Answer>, in world: ServiceWorld) -> StateError? {
        #expect(throws: StateError.self) {
            try world.service.respond(to: call.request(), body: call.body.data)
        }
    }

    @Test("fails the request: the error and the journal name the document")
    func configuration() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        let name = try damage("service/configuration", in: world)
        let error = trouble(.configuration(of: "REF30", headers: app.headers), in: world)
        #expect(error?.code == .malformedDocument && error?.description.contains("'\(name)'") == true)
        let entry = try world.simulation.journal.entries().map(\.text).last
        #expect(entry?.outcome == "no answer" && entry?.reason.contains("'\(name)'") == true)
    }

    @Test("is not reported as a replay, because it is unknown whether the assertion was accepted before")
    func assertions() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        let response = try #require(try ProviderFixture.answer(try await app.requestFromService(), in: world))
        #expect(try await app.deliver(response).status == 201)
        _ = try await app.send(
            .logout(of: "REF30", mvpd: "Cablevision", redirectURL: "app://out", headers: app.headers))
        _ = try await app.requestFromService()
        let name = try damage("service/assertion/", in: world)
        let again = PartnerProfileRequest(samlResponse: Data(response.utf8).base64EncodedString())
        let error = trouble(.partnerProfile(again, of: "REF30", headers: try app.vouched()), in: world)
        #expect(error?.description.contains("'\(name)'") == true)
    }
}
