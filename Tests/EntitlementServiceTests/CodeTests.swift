import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimStructuredText
import Testing

@Suite("Codes of sign-ins")
struct CodeTests {
    @Test("a valid code is not issued twice, and an expired one can be issued again")
    func heldCodes() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        func begin() async throws -> String? {
            // What was drawn before is drawn again.
            try world.simulation.identifiers.reseed(7)
            return try await app.send(.session(SessionRequest(), of: "REF30", headers: app.headers)).required().code
        }
        let first = try await begin()
        let second = try await begin()
        #expect(first != nil && second != nil && first != second)
        try world.simulation.clock.advance(by: 1_800)
        #expect(try await begin() == first)
    }
}
