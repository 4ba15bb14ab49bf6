import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

@testable import TVSimEntitlementService

/// Observed: the vendor's snippet of `X-Device-Info` sends `UIDevice.systemName`, which is `iPadOS` on an iPad, and a
/// sample of its single sign-on service has `"os": "iPadOS"` (Differences, S-56).
@Suite("An iPad that calls itself iPadOS")
struct IPadTests {
    @Test("has the providers, the partner session and the profiles of Apple's platforms")
    func partner() async throws {
        let app = try await ServiceWorld().app(osName: "iPadOS")
        let configuration = try await app.send(.configuration(of: "REF30", headers: app.headers)).required()
        #expect(configuration.os == "iPadOS")
        let mvpd = try #require(configuration.requestor.mvpds.first)
        #expect(mvpd.enablePlatformServices && mvpd.boardingStatus == .supported)
        #expect(mvpd.platformMappingID == "Cablevision")
        let session = try await app.beginSession(headers: app.vouched()).required()
        #expect(session.actionName == .partnerProfile)
        try app.hold(.appleSSO)
        let profiles = try await app.send(.profiles(of: "REF30", headers: app.vouched())).required().profiles
        #expect(profiles.mapValues(\.type) == ["Cablevision": .appleSSO])
    }
}
