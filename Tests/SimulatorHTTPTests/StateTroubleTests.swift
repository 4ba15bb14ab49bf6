import EntitlementAPI
import Foundation
import HTTPTypes
import SimulationCore
import StateStorage
import TVSimulator
import Testing

@Suite("State that cannot be read, over HTTP")
struct StateTroubleTests {
    @Test(
        "is answered as the admin API answers it, for the service's paths too, with the document's name",
        arguments: ["/api/v2/REF30/configuration", "/_sim/v1/integrations"])
    func answersAsItself(path: String) async throws {
        try await RunningServer.serving { server in
            try server.world.simulation.store.write {
                try $0.setEncodedValue("{}", named: "service/configuration")
            }
            let answer = try await server.client.exchange(
                HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path))
            #expect(answer.status == 503)
            #expect(answer.response.headerFields[try #require(HTTPField.Name("Simulator"))] != nil)
            guard case .object(let body) = try answer.json(), case .object(let error)? = body["error"] else {
                Issue.record("\(answer.text)")
                return
            }
            #expect(error["message"]?.string?.contains("'service/configuration' is damaged") == true)
        }
    }
}
