import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

@testable import TVSimEntitlementService

/// Observed: shipped clients of the live service search the message of an error for one of two phrases (S-89).
///
/// Quoted from their public sources; the clients compare neither `code` nor the rest of the sentence.
@Suite("The messages that shipped clients search for")
struct ObservedMessageTests {
    private static let unknownServiceProvider = "service provider parameter value is missing or invalid"
    private static let missingIntegration = "does not exist or is disabled"

    /// The endpoints of an app, apart from registration, and the path of each behind the service provider.
    static let endpoints: [(method: HTTPRequest.Method, path: String)] = [
        (.get, "configuration"), (.post, "sessions"), (.post, "sessions/ABCDEFG"), (.get, "sessions/ABCDEFG"),
        (.get, "profiles/code/ABCDEFG"), (.get, "profiles"), (.get, "profiles/Dish"),
        (.post, "decisions/authorize/Dish"), (.post, "decisions/preauthorize/Dish"),
        (.get, "logout/Dish?redirectUrl=app%3A%2F%2Fdone"), (.post, "sessions/sso/Apple"),
        (.post, "profiles/sso/Apple"),
    ]

    /// The requests that name an MVPD: in the path, in the form, or by the provider of the framework status.
    static let namingMVPD: [(method: HTTPRequest.Method, path: String, body: String)] = [
        (.get, "profiles/Dish", ""), (.post, "decisions/authorize/Dish", #"{"resources":["REF30"]}"#),
        (.post, "decisions/preauthorize/Dish", #"{"resources":["REF30"]}"#),
        (.get, "logout/Dish?redirectUrl=app%3A%2F%2Fdone", ""),
        (.post, "sessions", "mvpd=Dish&domainName=example.com&redirectUrl=app%3A%2F%2Fdone"),
        (.post, "sessions/sso/Apple", "domainName=example.com&redirectUrl=app%3A%2F%2Fdone"),
    ]

    private func error(
        _ method: HTTPRequest.Method, _ path: String, of requestor: String, _ body: String, _ app: AppFixture
    ) async throws -> EnhancedError? {
        let request = HTTPRequest(
            method: method, scheme: "https", authority: "api.auth.adobe.com", path: "/api/v2/\(requestor)/\(path)",
            headerFields: try app.vouched("Dish").fields())
        let (response, data) = try app.world.service.respond(to: request, body: Data(body.utf8))
        return Reply<JSONValue>(response: response, body: data).error
    }

    @Test("name an unknown service provider in the observed words at every endpoint", arguments: endpoints)
    func serviceProvider(method: HTTPRequest.Method, path: String) async throws {
        let app = try await ServiceWorld().app()
        let error = try await error(method, path, of: "UNKNOWN", "", app)
        #expect(error?.code == "invalid_parameter_service_provider")
        #expect(error?.message.contains(Self.unknownServiceProvider) == true, "\(error?.message ?? "no message")")
    }

    @Test("name a missing or disabled integration in the observed words at every endpoint", arguments: namingMVPD)
    func integration(method: HTTPRequest.Method, path: String, body: String) async throws {
        let disabled = try ServiceWorld { $0.change("Dish") { $0.enabled = false } }
        // Another service provider integrates the MVPD, so that it is known.
        let missing = try ServiceWorld { configuration in
            configuration.requestors.append(
                .init(id: "OTHER", integrations: configuration.requestors[0].integrations))
            configuration.requestors[0].integrations.removeAll { $0.mvpd == "Dish" }
        }
        // A partner session finds its MVPD by the integrations of the service provider, so none is named without one.
        let worlds = path == "sessions/sso/Apple" ? [disabled] : [disabled, missing]
        for world in worlds {
            let error = try await error(method, path, of: "REF30", body, world.app())
            #expect(error?.code == "invalid_integration")
            #expect(error?.message.contains(Self.missingIntegration) == true, "\(error?.message ?? "no message")")
        }
    }
}
