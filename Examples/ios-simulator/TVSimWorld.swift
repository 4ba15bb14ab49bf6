// A world of a tvsim server for one UI test: a simulated device, TV providers and an entitlement service. The test sets
// what the app meets, acts as the user in the dialogs of the system, and reads what the simulator decided.
//
// Copy this file into the target of the UI tests: iOS 14, Swift 5.9, no dependencies. Compiled and run on Linux only,
// without the part for XCTest at the end. It was not tried with Xcode or in the Simulator.
import Foundation

#if canImport(FoundationNetworking)
    // URLSession on Linux.
    import FoundationNetworking
#endif

/// A world of a server, which ends with its test.
///
/// Commands and actions are JSON, as the admin API has it.
final class TVSimWorld: Sendable {
    /// The name of the world.
    let name: String
    /// The address for the app, which gets it as the environment variable `TVSIM_URL`.
    let url: URL

    private init(name: String, url: URL) {
        self.name = name
        self.url = url
    }

    /// Creates a world.
    ///
    /// - Parameters:
    ///   - server: The address of the server.
    ///   - name: The name: letters, digits and hyphens. It is an error if a world of this name exists.
    ///   - situation: A situation that the world begins in, such as `access=denied/account=signedIn`.
    /// - Returns: The world.
    /// - Throws: ``Failure`` if the server refuses it.
    static func make(
        on server: URL, name: String = UUID().uuidString, in situation: String? = nil
    ) async throws -> TVSimWorld {
        var wish = ["name": name, "ifExists": "fail"]
        wish["situation"] = situation
        let answer = try await object(send("POST", server.appendingPathComponent("_sim/v1/worlds"), wish))
        guard let url = (answer["url"] as? String).flatMap(URL.init(string:)) else {
            throw URLError(.cannotParseResponse)
        }
        return TVSimWorld(name: name, url: url)
    }

    /// Performs a command, such as `["permission": "denied"]` or `"signOut"`.
    func perform(_ command: Any) async throws {
        _ = try await send("POST", "commands", command)
    }

    /// Returns the software statement with which an app registers at the service of the world.
    ///
    /// - Parameter bundleID: The identifier of the app; `nil` for the app of the profile.
    /// - Returns: The statement.
    /// - Throws: ``Failure`` if the server refuses it.
    func statement(for bundleID: String? = nil) async throws -> String {
        let query = bundleID.map { "?bundleID=\($0)" } ?? ""
        let answer = try await Self.object(send("GET", "statement\(query)"))
        guard let text = answer["statement"] as? String else { throw URLError(.cannotParseResponse) }
        return text
    }

    /// Acts in the access prompt, the provider picker or the sign-in page of the system, as soon as it is open.
    ///
    /// - Parameters:
    ///   - action: The action, such as `["choose": "Dish"]`, `["signIn": ["as": "carol"]]` or `"cancel"`.
    ///   - seconds: How long it waits until the app has opened one.
    /// - Throws: ``Failure`` if none opens, or it has no such action.
    func act(_ action: Any, within seconds: TimeInterval = 5) async throws {
        let end = Date(timeIntervalSinceNow: seconds)
        var last = 0
        while try await Self.object(send("GET", "framework/interface"))["interface"] is NSNull {
            guard Date() < end else {
                throw Failure(description: "no access prompt, picker or sign-in page opened in \(Int(seconds)) s")
            }
            // The server answers as soon as it records the next decision, for example to show the picker.
            let found = try await Self.object(send("GET", "journal/wait?contains=:&after=\(last)&timeout=1s"))
            last = found["last"] as? Int ?? last
        }
        _ = try await send("POST", "framework/interface", action)
    }

    /// Waits for a decision of the simulator whose text contains a text, and returns it.
    func decision(containing text: String, within seconds: Int = 10) async throws -> [String: Any] {
        let words = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let found = try await Self.object(send("GET", "journal/wait?contains=\(words)&timeout=\(seconds)s"))
        guard let entry = (found["entries"] as? [[String: Any]])?.first else {
            throw Failure(description: "no entry of the journal contained '\(text)' in \(seconds) s")
        }
        return entry
    }

    /// Returns what the simulator knows, as a zip file: the journal, the requests, the state and the reasons.
    func evidence() async throws -> Data {
        try await send("GET", "worlds/\(name)/evidence")
    }

    /// Says what became of the test, and removes the world.
    ///
    /// The server keeps the evidence if the test failed.
    func end(passed: Bool, test: String) async throws {
        _ = try await send("PUT", "world/outcome", ["status": passed ? "passed" : "failed", "test": test])
        _ = try await send("DELETE", "world")
    }

    /// A request that the server refused, or something that did not happen.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private func send(_ method: String, _ path: String, _ body: Any? = nil) async throws -> Data {
        guard let address = URL(string: "\(url.absoluteString)/_sim/v1/\(path)") else { throw URLError(.badURL) }
        return try await Self.send(method, address, body)
    }

    /// Sends a request; `URLSession.data(for:)` needs iOS 15.
    private static func send(_ method: String, _ address: URL, _ body: Any?) async throws -> Data {
        var request = URLRequest(url: address)
        request.httpMethod = method
        // The secret of the server's admin API, if it has one.
        let secret = ProcessInfo.processInfo.environment["TVSIM_ADMIN_TOKEN"]
        request.setValue(secret, forHTTPHeaderField: "Tvsim-Admin-Token")
        request.httpBody = try body.map { try JSONSerialization.data(withJSONObject: $0, options: .fragmentsAllowed) }
        return try await withCheckedThrowingContinuation { continuation in
            URLSession.shared.dataTask(with: request) { data, response, error in
                let status = (response as? HTTPURLResponse)?.statusCode ?? 0
                if let data = data, 200..<300 ~= status {
                    continuation.resume(returning: data)
                } else {
                    let text = data.map { String(decoding: $0, as: UTF8.self) } ?? ""
                    continuation.resume(
                        throwing: error ?? Failure(description: "\(method) \(address) got \(status): \(text)"))
                }
            }.resume()
        }
    }

    private static func object(_ data: Data) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    }
}

#if canImport(XCTest) && canImport(ObjectiveC)
    import XCTest

    extension XCTestCase {
        /// Creates the world of this test, which ends with it.
        ///
        /// The report of a failed test has the evidence.
        func tvsimWorld(on server: URL, in situation: String? = nil) async throws -> TVSimWorld {
            let world = try await TVSimWorld.make(on: server, in: situation)
            addTeardownBlock { [weak self] in
                guard let self = self else { return }
                let passed = self.testRun?.hasSucceeded ?? false
                if !passed {
                    let evidence = XCTAttachment(
                        data: try await world.evidence(), uniformTypeIdentifier: "com.pkware.zip-archive")
                    evidence.name = "tvsim.zip"
                    evidence.lifetime = .keepAlways
                    self.add(evidence)
                }
                try await world.end(passed: passed, test: self.name)
            }
            return world
        }
    }

    extension XCUIApplication {
        /// Launches the app with the account of the world's device.
        func launch(in world: TVSimWorld) {
            launchEnvironment["TVSIM_URL"] = world.url.absoluteString
            launchEnvironment["TVSIM_ADMIN_TOKEN"] = ProcessInfo.processInfo.environment["TVSIM_ADMIN_TOKEN"]
            launch()
        }
    }
#endif
