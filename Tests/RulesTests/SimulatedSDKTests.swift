import Foundation
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimRules
import TVSimRuns
import TVSimScenario
import TVSimStateStorage
import TVSimWorld
import TestSupport
import Testing

/// The simulated SDK is a client too: a finding is an error of the SDK or of a rule.
@Suite("Rules and the simulated SDK")
struct SimulatedSDKTests {
    /// The profiles of the repository.
    static let files: [String] = {
        let folder = Repository.root.appending(path: "Profiles").path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".yaml") }.sorted()
    }()

    /// What the SDK breaks because its public interface has it so.
    private static let ofInterface: Set<String> = [
        // Each setRequestor loads the configuration (iOS/tvOS SDK API Reference, setRequestor).
        "config-cached", "config-needed",
        // The SDK hands the system's interface to the app (presentTvProviderDialog), and the app of a profile has no UIKit.
        "vsa-present",
        // The flow of a profile is the app, and most flows begin with getAuthentication.
        "sdk-check",
    ]

    /// What a flow breaks, because the app of the profile does so or a fault strikes, by the profile's name.
    private static let ofFlow: [String: Set<String>] = [
        // The app asks six times for what the MVPD could not decide.
        "status Z120, not counted among the denials of Z110": ["retry-limit"],
        // The app asks five times for what is denied.
        "status Z100, no subscription, and Z110, denied repeatedly": ["action-none"],
        // The app asks for six resources.
        "preauthorization": ["resource-limit"],
        // A fault strikes the request for the logout, so the SDK has no page to open.
        "sign-in after a failed logout request": ["logout-page", "session-needed"],
        "forced authentication at the MVPD's page, with a failed logout request": ["logout-page"],
        // A forced authentication ends the profile first, and opens the page of the sign-in alone.
        "another user with the same MVPD": ["logout-page"],
        "a forced authentication that is abandoned": ["logout-page"],
    ]

    @Test("breaks no rule in any profile but those of its interface, and those that a flow breaks", arguments: files)
    func breaksNothing(_ file: String) async throws {
        let path = Repository.root.appending(path: "Profiles/\(file)")
        let profiles = try ProfileDecoder.decode(text: try String(contentsOf: path, encoding: .utf8), source: file)
        for profile in profiles {
            let (world, log) = (World(store: MemoryStateStore(), recorder: nil), EvidenceLog())
            try world.install(profile)
            let runner = ProfileRunner(over: { ObservingTransport(WorldTransport($0), noting: log) })
            _ = try await runner.run(profile, in: world)
            var judge = RuleJudge()
            var settings = RuleSettings()
            if profile.world.device.settings.platform == .tvOS { settings.browser = false }
            var history = try log.history(of: world)
            history.platform = try world.device.settings().platform
            judge.judge(history, by: settings)
            let expected = Self.ofInterface.union(Self.ofFlow[profile.name] ?? [])
            for rule in judge.report.rules where rule.verdict == .broken && !expected.contains(rule.id) {
                Issue.record("\(profile.name): \(rule.id): \(rule.findings.map { "\($0.entries): \($0.reason)" })")
            }
        }
    }
}

extension EvidenceLog {
    /// Returns what a world was seen to do.
    func history(of world: World) throws -> History {
        let (lines, opening) = try world.simulation.store.read { (try $0.log(from: 1), $0.opening) }
        return history(
            with: try lines.map { (number: $0.number, entry: try world.simulation.journal.entry($0)) },
            opening: opening, calls: world.device.session.calls.kept)
    }
}
