import Foundation
import SimulatedDevice
import TVSimulator
import Testing

@Suite("A simulator in a test")
struct SimulatorCommandTests {
    private static func simulator() throws -> Simulator {
        try Simulator(
            profile: """
                schema: 1
                name: an appliance
                clock: 2026-05-01T00:00:00Z
                app: {bundleID: com.example.own, requestor: REF30}
                device: {platform: tvOS, apps: {com.example.own: {access: granted}}}
                """)
    }

    @Test("obeys the commands that no flow says, and returns to its own profile")
    func commands() throws {
        let simulator = try Self.simulator()
        let device = simulator.world.device
        try simulator.perform("signIn: {provider: Cablevision, as: alice}")
        try simulator.perform("expireAccount")
        #expect(try device.account()?.isExpired(at: simulator.now()) == true)
        try simulator.perform("setPermission: {bundleID: com.example.other, access: denied}")
        #expect(try device.permission(for: "com.example.other") == .denied)
        try simulator.perform("settings: {platform: iOS}")
        try simulator.perform("resetSettings")
        #expect(try device.settings().platform == .tvOS)
        try simulator.perform("permission: denied")
        try simulator.perform("resetApp")
        #expect(try device.permission(for: "com.example.own") == .granted)
        try simulator.perform("setClock: 2030-01-01T00:00:00Z")
        try simulator.perform("reset")
        #expect(try simulator.now() == Date(timeIntervalSince1970: 1_777_593_600))
        #expect(try device.account() == nil)
        #expect(try device.permission(for: "com.example.other") == .notDetermined)
        #expect(try device.settings().platform == .tvOS)
    }

    @Test(
        "refuses what is no command, with one line",
        arguments: [
            ("expireAccont", "there is no step 'expireAccont'; did you mean 'expireAccount'?"),
            ("checkAuthentication", "'checkAuthentication' is a call of the app, not an event of its world"),
            ("expireAccount", "nobody is signed in, so there is nothing to expire"),
            ("setClock: noon", "'noon' is not an instant: write it in ISO 8601 and UTC, such as 2026-01-01T00:00:00Z"),
            ("setPermission: {bundleID: com.example.other}", "setPermission needs the key 'access'"),
            ("resetApp: a..b", "'a..b' is not a bundle identifier"),
        ])
    func refusals(_ command: String, _ reason: String) throws {
        let simulator = try Self.simulator()
        let error = #expect(throws: (any Error).self) { try simulator.perform(command) }
        #expect(error.map { "\($0)" }?.contains(reason) == true, "\(error.map { "\($0)" } ?? "")")
    }
}
