import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimStateStorage
import TVSimStructuredText
import TVSimXMLSecurity

/// Posts the input to the assertion consumer of a whole service: as the form itself, and as the response in the form of a
/// sign-in that waits for one.
///
/// No input answers the request of the sign-in, whose identifier is not in the seeds. So each is refused with a page that
/// says why, and the code stays open.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzConsumer(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let octets = Data(bytes: bytes, count: count)
    do {
        let consumer = try Consumer.current()
        try consumer.refuse(octets)
        try consumer.refuse(
            Data(
                FormCoding.encode([
                    (name: "RelayState", value: consumer.code),
                    (name: "SAMLResponse", value: octets.base64EncodedString()),
                ]).utf8))
    } catch {
        preconditionFailure("the service failed: \(error)")
    }
    return 0
}

/// A service that trusts the key of the seeds, and one sign-in that waits for a response.
final class Consumer {
    /// The journal of a world in memory grows with each request.
    private static let mostInputs = 500
    nonisolated(unsafe) private static var shared: (consumer: Consumer, inputs: Int)?

    private let service: EntitlementService
    private(set) var code = ""

    /// Returns the service, which is a new one after some inputs.
    static func current() throws -> Consumer {
        if let (consumer, inputs) = shared, inputs < mostInputs {
            shared = (consumer, inputs + 1)
            return consumer
        }
        let consumer = try Consumer()
        shared = (consumer, 1)
        return consumer
    }

    private init() throws {
        let folder = ProcessInfo.processInfo.environment["FUZZ_KEYS"] ?? "."
        let certificate = try String(contentsOfFile: folder + "/idp.pem", encoding: .utf8)
        let simulation = Simulation(store: MemoryStateStore())
        service = EntitlementService(simulation: simulation)
        try simulation.store.write { state in
            var configuration = try EntitlementService.storedConfiguration(in: state)
            configuration.requestors[0].integrations[0].externalIdentityProvider = TrustedIdentityProvider(
                entityID: "https://idp.tvsim.example/Cablevision", certificates: [certificate],
                singleSignOnService: "https://idp.tvsim.example/sso", isExternal: true)
            try EntitlementService.setConfiguration(configuration, in: state)
        }
        let begun = try get("/sp/saml/login?idp=https%3A%2F%2Fidp.tvsim.example%2FCablevision")
        let sent = try get(begun)
        precondition(sent.hasPrefix("https://idp.tvsim.example/sso?"), "the sign-in was not sent on: \(sent)")
        code = begun.split(separator: "/").last.map(String.init) ?? ""
    }

    /// Follows a link, and returns where it leads.
    private func get(_ path: String) throws -> String {
        let request = HTTPRequest(method: .get, scheme: "https", authority: "api.auth.adobe.com", path: path)
        return try service.respond(to: request, body: Data()).response.headerFields[.location] ?? ""
    }

    /// Posts a body, which must be refused with a page.
    func refuse(_ body: Data) throws {
        var request = HTTPRequest(
            method: .post, scheme: "https", authority: "api.auth.adobe.com", path: "/sp/saml/SAMLAssertionConsumer")
        request.headerFields[.contentType] = "application/x-www-form-urlencoded"
        let (answer, page) = try service.respond(to: request, body: body)
        precondition(answer.status.code == 400, "answered with \(answer.status.code)")
        precondition(page.range(of: Data("<p role=\"alert\">".utf8)) != nil, "refused without a reason")
    }
}
