// An app that asks for the TV provider account by the protocol of Examples/ios-simulator, in a world for each question.
import Foundation

@main
enum App {
    static func main() async throws {
        try await show("granted", [["permission": "granted"], signIn]) { account, _ in
            let access = try await account.access(prompting: true)
            let metadata = try await account.metadata(TVProviderRequest())
            let expires = metadata.authenticationExpirationDate.map { ISO8601DateFormatter().string(from: $0) }
            return "\(access) \(metadata.accountProviderIdentifier ?? "nobody") until \(expires ?? "ever")"
        }
        try await show("denied", [["permission": "denied"], signIn]) { account, _ in
            "\(try await account.access(prompting: true)) \(try await account.metadata(TVProviderRequest()))"
        }
        try await show("allowed", [["viewer": ["accessPrompt": "allow"]]]) { account, _ in
            "\(try await account.access(prompting: false)) \(try await account.access(prompting: true))"
        }
        try await show("cancelled", [["permission": "granted"], ["viewer": ["systemPicker": "cancel"]]]) { account, _ in
            "\(try await account.metadata(TVProviderRequest(isInterruptionAllowed: true)))"
        }
        try await show("unsupported", [["permission": "granted"], signIn]) { account, _ in
            "\(try await account.metadata(TVProviderRequest(supportedAccountProviderIdentifiers: ["Dish"])))"
        }
        try await show("chosen", [["permission": "granted"], ["viewer": ["systemPicker": "none"]]]) { account, world in
            async let metadata = account.metadata(TVProviderRequest(isInterruptionAllowed: true))
            try await world.act(["choose": "Dish"])
            try await world.act(["signIn": ["as": "carol"]])
            return try await metadata.accountProviderIdentifier ?? "nobody"
        }
        try await show("given-up", [["permission": "granted"], ["viewer": ["systemPicker": "none"]]], ask: giveUp)
        try await show("restricted", [], in: "access=restricted") { account, world in
            let access = try await account.access(prompting: true)
            let decision = try await world.decision(containing: "checkAccessStatus")
            let evidence = String(decoding: try await world.evidence().prefix(2), as: UTF8.self)
            let parts = try await world.statement(for: "com.example.stream").split(separator: ".").count
            return "\(access), journal of \(decision["room"] ?? "nothing"), \(evidence), statement of \(parts) parts"
        }
        do {
            let world = try await TVSimWorld.make(on: server, name: "lost")
            try await world.end(passed: true, test: "lost")
            try await world.perform("signOut")
        } catch {
            print("lost: \(error is URLError)")
        }
        do {
            try await TVSimWorld.make(on: server, name: "refused").perform(["permision": "granted"])
        } catch let error as TVSimWorld.Failure {
            print("refused: \(error.description.contains("unknown command 'permision'"))")
        }
    }

    /// Cancels a request whose picker is open, and returns why the test can no longer act in the picker.
    static func giveUp(_ account: SimulatedTVProviderAccount, _ world: TVSimWorld) async throws -> String {
        let request = Task { try await account.metadata(TVProviderRequest(isInterruptionAllowed: true)) }
        _ = try await world.decision(containing: "present")
        request.cancel()
        var isCancelled = false
        do { _ = try await request.value } catch { isCancelled = error is CancellationError }
        do {
            try await world.act("cancel", within: 0)
            return "the picker stays open"
        } catch let error as TVSimWorld.Failure {
            return "\(isCancelled), \(error)"
        }
    }

    static let signIn = ["signIn": ["provider": "Cablevision", "as": "alice", "expires": "+30d"]]
    static let server =
        ProcessInfo.processInfo.environment["TVSIM_URL"].flatMap(URL.init(string:)) ?? URL(fileURLWithPath: "/")

    /// Prints what the app is told in a world, or the error.
    static func show(
        _ name: String, _ commands: [Any], in situation: String? = nil,
        ask: (SimulatedTVProviderAccount, TVSimWorld) async throws -> String
    ) async throws {
        let world = try await TVSimWorld.make(on: server, name: name, in: situation)
        for command in commands { try await world.perform(command) }
        let account = SimulatedTVProviderAccount(world: world.url)
        do {
            print("\(name): \(try await ask(account, world))")
        } catch let error as TVProviderError {
            print("\(name): \(error.code)" + (error.unsupportedProvider.map { " \($0)" } ?? ""))
        }
        try await world.end(passed: true, test: name)
    }
}
