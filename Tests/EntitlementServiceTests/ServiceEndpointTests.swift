import TVSimEntitlementAPI
import Testing

@testable import TVSimEntitlementService

@Suite("The service and the table of endpoints")
struct ServiceEndpointTests {
    @Test("every endpoint responds, and checks access tokens if the table requires one", arguments: Endpoint.all)
    func answered(endpoint: Endpoint) throws {
        let type = try #require(endpoint.service)
        #expect((type is any ProtectedEndpoint.Type) == endpoint.required.contains(.accessToken))
        #expect((type is any OpenEndpoint.Type) != endpoint.required.contains(.accessToken))
    }
}
