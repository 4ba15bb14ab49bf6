import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimIdentityProvider
import TVSimProviderMessages
import TVSimStateStorage
import TVSimStructuredText
import TestSupport
import Testing

@testable import TVSimEntitlementService

/// The samples again, over sockets: curl asks the built program, whose world is brought to where each sample begins.
@Suite("A sample of the documentation, over HTTP", .waitsForPrograms)
struct ServedSampleProgramTests {
    /// Brings the served world into each numbered state, and sends what belongs to it.
    private static let script = """
        for ((n = 0; n < COUNT; n++)); do
            curl -sf -X PUT --data-binary "@$n.state" "$TVSIM_ADMIN_URL/state" || echo "$n: the state is refused" >&2
            curl -s -K "$n.curl" -D "$n.head" -o "$n.answer" "$TVSIM_URL$(cat "$n.path")" || echo "$n: no answer" >&2
        done
        """

    @Test("gets the documented response from the built program, except for known deviations")
    func replay() async throws {
        let home = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        let tvsim = try Tool.built().path
        func run(_ arguments: String...) throws -> String {
            let outcome = try Tool.run("env", ["-C", home.path, "TVSIM_HOME=\(home.path)", tvsim] + arguments)
            #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
            return outcome.output
        }
        let fresh = try Self.documents(of: run("device", "export", "-"))
        for (number, sample) in DocumentationSampleTests.all.enumerated() {
            var request = sample.request
            for case .path(let path) in sample.deviations.map(\.change) { request.path = path }
            let world = try await SampleWorld(sample.circumstances)
            let (message, body) = try await world.message(request)
            func write(_ data: Data, _ name: String) throws {
                try data.write(to: home.appending(path: "\(number).\(name)"))
            }
            try write(try state(of: world, over: fresh), "state")
            try write(body, "body")
            try write(Data((message.path ?? "").utf8), "path")
            try write(Data(try configuration(message, body: body.isEmpty ? nil : "\(number).body").utf8), "curl")
        }
        let count = DocumentationSampleTests.all.count
        _ = try run("exec", "--", "bash", "-c", "COUNT=\(count); \(Self.script)")
        for (number, sample) in DocumentationSampleTests.all.enumerated() {
            let head = try String(contentsOf: home.appending(path: "\(number).head"), encoding: .utf8)
            let answer = try? Data(contentsOf: home.appending(path: "\(number).answer"))
            let response = try #require(Self.response(head), "\(sample.testDescription): \(head)")
            #expect(response.status.code == sample.status, "\(sample.testDescription)")
            let differences = try DocumentationSampleTests.differences(sample.expected(), response, answer ?? Data())
            #expect(differences.isEmpty, "\(sample.testDescription): \(differences.joined(separator: "; "))")
        }
    }

    /// The documents of an exported device.
    private static func documents(of export: String) throws -> Members {
        guard case .object(let documents)? = ValueCursor(try JSONReader.value(of: export))["documents"]?.value else {
            Issue.record("the program exports no documents")
            return [:]
        }
        return documents
    }

    /// The state of a device on which everything of the service is as in a sample's world.
    private func state(of world: SampleWorld, over fresh: Members) throws -> Data {
        let (service, store) = (world.world.service, world.world.simulation.store)
        var configuration = try service.configuration()
        let providers = Self.providers(behind: &configuration)
        try store.write { state in
            try EntitlementService.setConfiguration(configuration, in: state)
            try IdentityProviderDirectory.setProviders(providers, in: state)
        }
        var documents = fresh.filter { !$0.key.hasPrefix("service/") }
        for document in try store.read({ try $0.documents() }) {
            documents[document.name] = try JSONReader.value(of: document.json)
        }
        let export: JSONValue = ["format": "tvsim-device", "version": 1, "documents": .object(documents)]
        return Data(JSONText.line(ordered: export).utf8)
    }

    /// Describes the contracts of a sample's world by TV providers, from which a served world computes them.
    private static func providers(behind configuration: inout ServiceConfiguration) -> [Provider] {
        var providers: [Provider] = []
        for requestor in configuration.requestors.indices {
            for place in configuration.requestors[requestor].integrations.indices {
                var integration = configuration.requestors[requestor].integrations[place]
                integration.provider = ProviderID(integration.name)
                integration.externalIdentityProvider = integration.contract.identityProvider.map { trusted in
                    var trusted = trusted
                    trusted.isExternal = true
                    trusted.singleSignOnService = trusted.singleSignOnService ?? "https://idp.example/sso"
                    return trusted
                }
                configuration.requestors[requestor].integrations[place] = integration
                guard !providers.contains(where: { $0.identifier == integration.name }) else { continue }
                var provider = Provider(identifier: integration.name)
                switch integration.contract.boardingStatus {
                case .supported?: provider.boarding = .supported
                case .picker?: provider.boarding = .pickerOnly
                case nil: provider.boarding = .none
                }
                if let resources = integration.table.authorizations["alice-1"] {
                    var alice = Subscriber(name: "alice")
                    alice.attributes = [SubscriberAttribute(name: "userID", value: .text("alice-1"))]
                    alice.entitlements = resources
                    provider.subscribers = [alice]
                }
                providers.append(provider)
            }
        }
        return providers
    }

    /// A request in the words of curl's configuration files.
    private func configuration(_ request: HTTPRequest, body: String?) throws -> String {
        func quoted(_ text: String) -> String {
            "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
        }
        var lines = ["request = \(request.method.rawValue)", "path-as-is", "globoff"]
        lines += request.headerFields.map { "header = \(quoted("\($0.name): \($0.value)"))" }
        if let body { lines.append("data-binary = \(quoted("@\(body)"))") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Reads what curl writes of an answer's head.
    private static func response(_ head: String) -> HTTPResponse? {
        let lines = head.split(whereSeparator: \.isNewline)
        guard let code = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
        var response = HTTPResponse(status: .init(code: code))
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else { continue }
            response.headerFields.append(
                HTTPField(name: name, value: parts[1].trimmingCharacters(in: .whitespaces)))
        }
        return response
    }
}
