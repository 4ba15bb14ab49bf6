import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimRules
import TVSimStructuredText
import Testing

@Suite("The device of a request") struct DeviceFactTests {
    @Test(
        "is what its header names, and none if the header is malformed",
        arguments: [("fingerprint cGhvbmU=", "phone"), ("cGhvbmU=", nil), ("fingerprint ?", nil)] as [(String, String?)]
    )
    func device(_ header: String, _ device: String?) {
        var request = HTTPRequest(
            method: .get, scheme: nil, authority: nil, path: "/api/v2/REF30/configuration")
        request.headerFields[.deviceIdentifier] = header
        var reader = FactReader()
        let fact = reader.fact(
            of: HTTPExchange(request: request, body: Data(), response: HTTPResponse(status: .ok)), number: 1,
            at: Date(timeIntervalSince1970: 1_800_000_000))
        #expect(fact.device == device)
        #expect((fact.header("AP-Device-Identifier")?.problem == nil) == (device != nil))
    }
}
