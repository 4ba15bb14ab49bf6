import HTTPTypes
import Mustache
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText

/// `GET /logos/{serviceProvider}/{mvpd}`: returns an MVPD's logo, a picture of its display name.
struct LogoEndpoint: OpenEndpoint {
    let context: ServiceContext

    /// Returns the URL of an integration's logo: its own, or this endpoint's.
    static func address(of integration: Integration, _ request: ProtectedRequest) -> String {
        integration.logoURL
            ?? request.base.served.address(
                of: "https://sp.auth.adobe.com" + Endpoint.logo.route(request.requestor.id, mvpd: integration.mvpd).path
            )
    }

    func answer(_ request: ServiceRequest) throws -> ServiceAnswer {
        try BrowserPage.answering {
            let configuration = try simulation.store.read { try context.configuration(in: $0) }
            let requestor = configuration.requestor(request.route.serviceProvider)
            guard let integration = requestor?.integration(request.route.mvpd) else {
                throw Refusal(.internalError(status: 404, "The path is unknown."), "The MVPD is not integrated.")
            }
            var answer = BrowserPage.show(
                Self.picture, ["name": integration.displayName], outcome: "logo", reason: "The logo is public.")
            answer.fields[.contentType] = "image/svg+xml"
            return answer
        }
    }

    private static let picture = Result {
        try MustacheTemplate(
            string: """
                <svg xmlns="http://www.w3.org/2000/svg" width="320" height="120" role="img">
                <rect width="320" height="120" rx="12" fill="#24527a"/>
                <text x="160" y="60" fill="#fff" font-family="sans-serif" font-size="32" text-anchor="middle" \
                dominant-baseline="central" textLength="280" lengthAdjust="spacingAndGlyphs">{{name}}</text>
                </svg>

                """)
    }
}
