import Foundation
import HTTPTypes
import TVSimCore
import TVSimDevice
import TVSimScenario
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing
import VideoSubscriberAccount

/// Asks Apple's framework in a process that imports it and over HTTP, and compares answers, journals and states.
@Suite("Apple's framework over HTTP, compared with the framework in a process,") struct FrameworkParityTests {
    @Test("gives the same answers in every cell of the decision table, with every setting and fault")
    func metadata() async throws {
        try await RunningServer.serving { server in
            for cell in MetadataCell.table + MetadataCell.changes {
                let local = World(store: try World.state(of: .builtIn))
                for world in [local, server.world] { try world.prepare(cell.commands) }
                let remote = try await server.admin(.post, "/framework/account-metadata", cell.body)
                #expect(remote.status == 200, "\(cell.testDescription): \(remote.text)")
                let answer = try remote.json()
                let expected = await Self.answer(to: cell, in: local)
                #expect(answer["metadata"] == expected["metadata"], "\(cell.testDescription)")
                #expect(answer["error"] == expected["error"], "\(cell.testDescription)")
                #expect(try server.world.journalLines() == local.journalLines(), "\(cell.testDescription)")
                #expect(try server.world.device.account() == local.device.account(), "\(cell.testDescription)")
                #expect(try server.world.device.permissions() == local.device.permissions())
            }
        }
    }

    @Test("gives the same answers to a check of the access status")
    func access() async throws {
        let commands =
            AccessPermission.allCases.map { #"{"permission": "\#($0.rawValue)"}"# }
            + [
                #"{"viewer": {"accessPrompt": "allow"}}"#, #"{"viewer": {"accessPrompt": "deny"}}"#,
                #"{"settings": {"region": "unsupported"}}"#, #"{"app": {"singleSignOnEntitlement": false}}"#,
                #"{"fault": {"at": "accountManager.checkAccessStatus", "error": "serviceTemporarilyUnavailable"}}"#,
            ]
        try await RunningServer.serving { server in
            for command in commands {
                for prompt in [false, true] {
                    let local = World(store: try World.state(of: .builtIn))
                    for world in [local, server.world] { try world.prepare([command]) }
                    let answer = try await server.admin(
                        .post, "/framework/access-status", #"{"prompt": \#(prompt)}"#
                    ).json()
                    let expected = await Self.accessStatus(in: local, prompt: prompt)
                    #expect(answer == expected, "\(command)")
                    #expect(try server.world.journalLines() == local.journalLines(), "\(command)")
                }
            }
        }
    }

    /// What ends an open access prompt.
    enum PromptEnd: Sendable {
        case action(PersonAction)
        case command(String)
    }

    @Test(
        "keeps the access prompt open until the same actions and commands",
        arguments: [
            .action(.allow), .action(.deny), .command(#"{"viewer": {"accessPrompt": "allow"}}"#),
            .command(#"{"viewer": {"accessPrompt": "deny"}}"#), .command(#"{"viewer": {"accessPrompt": "ignore"}}"#),
            .command(#"{"permission": "granted"}"#), .command(#"{"permission": "restricted"}"#),
        ] as [PromptEnd], [false, true])
    func openPrompt(end: PromptEnd, inRequest: Bool) async throws {
        let commands = [
            #"{"viewer": {"accessPrompt": "none"}}"#, #"{"settings": {"behaviour": {"undeterminedAccess": "prompt"}}}"#,
            #"{"signIn": {"provider": "Cablevision", "as": "alice"}}"#,
        ]
        let cell = MetadataCell(commands: commands, interruption: true)
        try await RunningServer.serving { server in
            let local = World(store: try World.state(of: .builtIn))
            for world in [local, server.world] { try world.prepare(commands) }
            async let expected = inRequest ? Self.answer(to: cell, in: local) : Self.accessStatus(in: local)
            await until("the prompt is presented") { local.device.screen.presented != nil }
            let interface = try #require(local.device.screen.presented)
            let path = inRequest ? "/framework/account-metadata" : "/framework/access-status"
            let pending = try await server.admin(.post, path, inRequest ? cell.body : #"{"prompt": true}"#)
            #expect(pending.status == 202, "\(pending.text)")
            switch end {
            case .action(let action):
                _ = await interface.act(action)
                let word = action == .allow ? #""allow""# : #""deny""#
                #expect(try await server.admin(.post, "/framework/interface", word).json()["interface"] == .null)
            case .command(let command):
                try local.perform(event: JSONValue(json: Data(command.utf8)))
                #expect(try await server.admin(.post, "/commands", command).status == 204)
            }
            let answer = try await server.admin(.get, FrameworkTests.place(pending) + "?wait=5s").json()
            let told = await expected
            for key in inRequest ? ["metadata", "error"] : ["accessStatus", "error"] {
                #expect(answer[key] == told[key])
            }
            // A command and the answer that it causes are recorded by two tasks, in either order.
            #expect(try server.world.journalLines().sorted() == local.journalLines().sorted())
            #expect(try server.world.device.permissions() == local.device.permissions())
        }
    }

    // MARK: - The framework in this process

    private static func accessStatus(in world: World, prompt: Bool = true) async -> JSONValue {
        await awaiting("access status", otherwise: .null) { continuation in
            world.asApp {
                VSAccountManager().checkAccessStatus(options: [.prompt: prompt]) { status, error in
                    continuation.resume(returning: ["accessStatus": .string("\(status)"), "error": json(error)])
                }
            }
        }
    }

    private static func answer(to cell: MetadataCell, in world: World) async -> JSONValue {
        let delegate = Delegate()
        let answer: JSONValue = await awaiting("answer", otherwise: .null) { continuation in
            world.asApp {
                let manager = VSAccountManager()
                if cell.delegate { manager.delegate = delegate }
                manager.enqueue(cell.request) { metadata, error in
                    continuation.resume(returning: ["metadata": json(metadata), "error": json(error)])
                }
            }
        }
        withExtendedLifetime(delegate) {}
        return answer
    }

    private static func json(_ metadata: VSAccountMetadata?) -> JSONValue {
        guard let metadata else { return .null }
        return [
            "accountProviderIdentifier": JSONValue(metadata.accountProviderIdentifier),
            "authenticationExpirationDate": JSONValue(
                metadata.authenticationExpirationDate.map { $0.formatted(.iso8601) }),
            "verificationData": JSONValue(metadata.verificationData?.base64EncodedString()),
            "samlAttributeQueryResponse": JSONValue(metadata.samlAttributeQueryResponse),
            "accountProviderResponse": json(metadata.accountProviderResponse),
        ]
    }

    private static func json(_ response: VSAccountProviderResponse?) -> JSONValue {
        guard let response else { return .null }
        return [
            "authenticationScheme": .string(response.authenticationScheme.rawValue),
            "status": JSONValue(response.status), "body": JSONValue(response.body),
        ]
    }

    private static func json(_ error: (any Error)?) -> JSONValue {
        guard let error = error as? VSError else { return .null }
        let bridged = error as NSError
        return [
            "domain": .string(bridged.domain), "code": .integer(Int64(bridged.code)), "name": .string("\(error.code)"),
            "userInfo": .object(
                Members(
                    bridged.userInfo.compactMapValues { value in
                        (value as? String).map(JSONValue.string)
                            ?? (value as? VSAccountProviderResponse).map { json($0) }
                    })),
        ]
    }

    /// A delegate that shows every interface.
    private final class Delegate: NSObject, VSAccountManagerDelegate {
        func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController) {}
        func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController) {}
    }
}

extension World {
    /// Resets the world, forgets the journal, and performs commands.
    fileprivate func prepare(_ commands: [String]) throws {
        try reset()
        try forgetJournal()
        for command in commands { try perform(event: JSONValue(json: Data(command.utf8))) }
    }

    /// Runs code as the world's own app, in a process that the code alone uses.
    fileprivate func asApp(_ body: () -> Void) {
        let app = RunningApp(
            device: device, bundleID: "com.example.stream", process: .simulated(SimulatedProcess()))
        RunningApp.$current.withValue(app, operation: body)
    }

    /// The decisions without their numbers.
    fileprivate func journalLines() throws -> [String] {
        try simulation.journal.entries().map(\.text).map { entry in
            let details = entry.details.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return "\(entry.room) \(entry.event) \(entry.outcome) \(entry.reason) \(details.joined(separator: " "))"
        }
    }
}
