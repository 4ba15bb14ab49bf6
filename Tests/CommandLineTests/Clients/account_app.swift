// An app that asks for the TV provider account by the protocol of Examples/ios-simulator, in a world for each question.
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@main
enum App {
    static func main() async throws {
        try await show("granted", [#"{"permission": "granted"}"#, signIn]) { account in
            let access = try await account.access(prompting: true)
            let metadata = try await account.metadata(TVProviderRequest())
            let expires = metadata.authenticationExpirationDate.map { ISO8601DateFormatter().string(from: $0) }
            return "\(access) \(metadata.accountProviderIdentifier ?? "nobody") until \(expires ?? "ever")"
        }
        try await show("denied", [#"{"permission": "denied"}"#, signIn]) { account in
            "\(try await account.access(prompting: true)) \(try await account.metadata(TVProviderRequest()))"
        }
        try await show("allowed", [#"{"viewer": {"accessPrompt": "allow"}}"#]) { account in
            "\(try await account.access(prompting: false)) \(try await account.access(prompting: true))"
        }
        try await show("cancelled", [#"{"permission": "granted"}"#, #"{"viewer": {"systemPicker": "cancel"}}"#]) {
            "\(try await $0.metadata(TVProviderRequest(isInterruptionAllowed: true)))"
        }
        try await show("unsupported", [#"{"permission": "granted"}"#, signIn]) {
            "\(try await $0.metadata(TVProviderRequest(supportedAccountProviderIdentifiers: ["Dish"])))"
        }
        try await show("chosen", [#"{"permission": "granted"}"#, #"{"viewer": {"systemPicker": "none"}}"#]) { account in
            async let metadata = account.metadata(TVProviderRequest(isInterruptionAllowed: true))
            try await act(#"{"choose": "Dish"}"#, in: "chosen")
            try await act(#"{"signIn": {"as": "carol"}}"#, in: "chosen")
            return try await metadata.accountProviderIdentifier ?? "nobody"
        }
    }

    static let signIn = #"{"signIn": {"provider": "Cablevision", "as": "alice", "expires": "+30d"}}"#
    static let server = ProcessInfo.processInfo.environment["TVSIM_URL"] ?? ""

    /// Prints what the app is told in a world, or the error.
    static func show(
        _ name: String, _ commands: [String], ask: (SimulatedTVProviderAccount) async throws -> String
    ) async throws {
        for command in commands { _ = try await send("POST", "\(name)/_sim/v1/commands", command) }
        guard let world = URL(string: "\(server)/s/\(name)") else { fatalError("TVSIM_URL is not set") }
        let account = SimulatedTVProviderAccount(world: world)
        do {
            print("\(name): \(try await ask(account))")
        } catch let error as TVProviderError {
            print("\(name): \(error.code)" + (error.unsupportedProvider.map { " \($0)" } ?? ""))
        }
    }

    /// Acts in the provider picker as soon as the app has opened it.
    static func act(_ action: String, in name: String) async throws {
        let place = "\(name)/_sim/v1/framework/interface"
        for _ in 0..<1000 where try await send("GET", place).contains(#""interface":null"#) { await Task.yield() }
        _ = try await send("POST", place, action)
    }

    static func send(_ method: String, _ path: String, _ body: String = "") async throws -> String {
        guard let url = URL(string: "\(server)/s/\(path)") else { fatalError("TVSIM_URL is not set") }
        var request = URLRequest(url: url)
        request.httpMethod = method
        if method == "POST" { request.httpBody = Data(body.utf8) }
        return try await withCheckedThrowingContinuation { continuation in
            URLSession.shared.dataTask(with: request) { data, _, error in
                if let data {
                    continuation.resume(returning: String(decoding: data, as: UTF8.self))
                } else {
                    continuation.resume(throwing: error ?? URLError(.badServerResponse))
                }
            }.resume()
        }
    }
}
