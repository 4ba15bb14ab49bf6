import Foundation
import TVSimIdentityProvider
import TVSimRuns
import TVSimScenario
import TVSimWorld
import TestSupport
import Testing

@Suite("The example profiles")
struct ExampleProfileTests {
    private static func profile(_ name: String) throws -> Profile {
        let path = Repository.root.appending(path: "Examples/\(name).yaml").path
        return try #require(try ProfileFiles.profiles(in: [path]).first)
    }

    @Test("with SAML parties of one's own has a user to sign in, and the real time, by which the parties judge")
    func ownParties() throws {
        let profile = try Self.profile("own-saml-parties")
        let provider = try #require(profile.provider("Cablevision"))
        #expect(provider.saml.serviceProviders.count == 1 && provider.subscribers.map(\.name) == ["alice"])
        #expect(profile.world.clockStart == .following && profile.warnings == [])
    }

    @Test("would get a warning without its subscriber")
    func withoutSubscriber() throws {
        var profile = try Self.profile("own-saml-parties")
        profile.world.providers[0].subscribers = []
        #expect(profile.warnings.count == 1 && profile.warnings[0].contains("'Cablevision' has no subscriber"))
    }

    @Test("with an authorization server of one's own needs no subscriber: its users are there")
    func outsideServer() throws {
        let profile = try Self.profile("own-authorization-server")
        #expect(profile.provider("Operator")?.subscribers.isEmpty == true && profile.warnings == [])
    }
}
