import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimIdentityProvider
import TVSimSAML
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import TVSimXMLSecurity

/// Lets the receiver of a message judge it: the simulated identity provider the requests, and the service provider's
/// code the answer to its logout request.
package enum MessageJudge {
    /// Judges a case's message.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - recipe: The recipe of the message.
    /// - Returns: `valid`, or why the receiver refuses it.
    /// - Throws: An error if the state of the simulation cannot be used.
    package static func verdict(on query: String, of recipe: MessageRecipe) async throws -> String {
        let refusal =
            switch recipe.kind {
            case .authnRequest: try await signInRefusal(of: query)
            case .logoutRequest: try logoutRefusal(of: query)
            case .logoutResponse: try responseRefusal(of: query)
            }
        return refusal ?? "valid"
    }

    private static func world() throws -> World {
        let world = World(store: MemoryStateStore())
        try world.install(AppJudge.profile("schema: 1\nname: a fixture's message\n"))
        return world
    }

    private static func signInRefusal(of query: String) async throws -> String? {
        let browser = ScriptedBrowser(over: WorldTransport(try world()), sendingMessages: false)
        try await browser.open("/mvpd/Cablevision/sso?" + query)
        return browser.asksForPassword ? nil : "the provider does not ask the user to sign in"
    }

    private static func logoutRefusal(of query: String) throws -> String? {
        let request = HTTPRequest(
            method: .get, scheme: "https", authority: EntitlementWire.defaultAuthority,
            path: "/mvpd/Cablevision/slo?" + query)
        let response = try world().respond(to: request, body: Data()).response
        guard let answer = response.headerFields[.location]?.split(separator: "?", maxSplits: 1).last else {
            return "the provider answers \(response.status.code)"
        }
        do throws(MessageError) {
            let received = try RedirectBinding.readUnsigned(.response, in: String(answer))
            let status = try LogoutResponse(unverifiedXML: received.xml)
            return status.succeeded ? nil : "the provider answers \(status.statusCodes.joined(separator: ", "))"
        } catch {
            return "the provider's answer cannot be read: \(error)"
        }
    }

    private static func responseRefusal(of query: String) throws -> String? {
        let certificate = try TrustedCertificate(pem: FixtureKeys.providerCertificate)
        do throws(MessageError) {
            let received = try RedirectBinding.read(.response, in: query, signedBy: [certificate])
            let response = try LogoutResponse(unverifiedXML: received.xml)
            guard received.relayState == FixtureMessage.relayState else { return "the relay state is unknown" }
            return refusal(of: response)
        } catch {
            return error.description
        }
    }

    private static func refusal(of response: LogoutResponse) -> String? {
        let exchange = FixtureParties.current.exchange(.logoutResponse)
        let request = LogoutResponse.Awaited(
            id: FixtureParties.current.request, responseService: exchange.destination)
        return response.refusal(from: EntityID(exchange.issuer), answering: [request])
    }

    /// Judges a message for the parties of the current task by the rules of the simulated receivers alone.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - recipe: The recipe of the message.
    /// - Returns: `valid`, or why the receiver refuses it.
    /// - Throws: ``XMLError`` if the certificate of the sender is malformed.
    package static func verdictByRules(on query: String, of recipe: MessageRecipe) throws -> String {
        let exchange = FixtureParties.current.exchange(recipe.kind)
        let certificate = try TrustedCertificate(pem: exchange.certificate)
        do throws(MessageError) {
            let received = try RedirectBinding.read(recipe.kind.parameter, in: query, signedBy: [certificate])
            let (issuer, destination): (EntityID, String?)
            switch recipe.kind {
            case .authnRequest:
                let request = try AuthnRequest(unverifiedXML: received.xml)
                (issuer, destination) = (request.issuer, request.destination)
            case .logoutRequest:
                let request = try LogoutRequest(unverifiedXML: received.xml)
                (issuer, destination) = (request.issuer, request.destination)
            case .logoutResponse:
                let response = try LogoutResponse(unverifiedXML: received.xml)
                guard received.relayState == recipe.sentRelayState else { return "the relay state is unknown" }
                return refusal(of: response) ?? "valid"
            }
            guard issuer == EntityID(exchange.issuer) else { return "the issuer is unknown" }
            guard destination == exchange.destination else { return "the destination is another one" }
            let now = FixtureParties.current.instant
            return RequestRules.violation(of: received.xml, at: now, tolerance: 0) ?? "valid"
        } catch {
            return error.description
        }
    }
}
