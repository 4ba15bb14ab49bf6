import HTTPTypes

/// A path of REST API V1 or of the SDKs' own interface, which the simulated service does not have.
///
/// A client of these interfaces takes 403, 404, 410 and 412 for a user who is not signed in or not authorized. An answer
/// with another status shows that the client asks for something that does not exist here.
///
/// Adobe Pass REST API V2 FAQs, Migration; Throttling mechanism, Actual limits and endpoints; Differences, S-129.
package struct LegacyPath: Sendable, Hashable {
    /// The interface that has the path.
    package enum Interface: String, Sendable, Hashable {
        case restAPIV1 = "REST API V1"
        case sdk = "the interface of the older SDKs"
    }

    /// The interface that has the path.
    package let interface: Interface
    /// What takes the place of the path in REST API V2.
    package let successor: String

    /// The status: none of the statuses that the interfaces document.
    package static let status = 501

    /// The path's interface and its successor, as one sentence for people.
    package var explanation: String {
        "The path belongs to \(interface.rawValue), which is not simulated; instead, REST API V2 has \(successor)."
    }

    /// Finds the interface of a path; `nil` for any other unknown path.
    package init?(_ path: Substring) {
        let segments = path.split(separator: "/")
        let row = Self.rows.first { row in
            row.prefix.count <= segments.count
                && zip(row.prefix, segments).allSatisfy { $0.first == "{" || $0 == $1 }
        }
        guard let row else { return nil }
        interface = row.interface
        successor = row.successor
    }

    private struct Row {
        let interface: Interface
        let prefix: [Substring]
        let successor: String

        init(_ interface: Interface, _ prefix: String, _ successor: String) {
            (self.interface, self.successor) = (interface, successor)
            self.prefix = prefix.split(separator: "/")
        }

        init(_ interface: Interface, _ prefix: String, _ endpoints: Endpoint...) {
            let names = endpoints.map { "\($0.method.rawValue) \($0.path.text)" }
            self.init(interface, prefix, names.joined(separator: " and "))
        }
    }

    /// The beginnings of paths; the first that matches counts.
    private static let rows = [
        Row(.restAPIV1, "/reggie/v1/{requestor}/regcode/{code}", .sessionInformation, .resume),
        Row(.restAPIV1, "/reggie/v1", .session),
        Row(.restAPIV1, "/api/v1/config", .configuration),
        Row(.restAPIV1, "/api/v1/authenticate/freepreview", .authorize),
        Row(.restAPIV1, "/api/v1/authenticate", .authenticate),
        Row(.restAPIV1, "/api/v1/checkauthn", .profile, .profileByCode),
        Row(.restAPIV1, "/api/v1/tokens/authn", .profile),
        Row(.restAPIV1, "/api/v1/tokens/usermetadata", .profile),
        Row(.restAPIV1, "/api/v1/tokens", .authorize),
        Row(.restAPIV1, "/api/v1/authorize", .authorize),
        Row(.restAPIV1, "/api/v1/mediatoken", .authorize),
        Row(.restAPIV1, "/api/v1/preauthorize", .preauthorize),
        Row(.restAPIV1, "/api/v1/logout", .logout),
        Row(.restAPIV1, "/api/v1/{requestor}/profile-requests", .partnerSession, .partnerProfile),
        Row(.restAPIV1, "/api/v1", "an endpoint for each of its flows"),
        Row(.sdk, "/adobe-services/config", .configuration),
        Row(.sdk, "/adobe-services/authenticate", .session, .authenticate),
        Row(.sdk, "/adobe-services/session", .profile),
        Row(.sdk, "/adobe-services/sessionDevice", .profile),
        Row(.sdk, "/adobe-services/preauthorize", .preauthorize),
        Row(.sdk, "/adobe-services/authorize", .authorize),
        Row(.sdk, "/adobe-services/authorizeDevice", .authorize),
        Row(.sdk, "/adobe-services/shortAuthorize", .authorize),
        Row(.sdk, "/adobe-services/deviceShortAuthorize", .authorize),
        Row(.sdk, "/adobe-services", "an endpoint for each of its flows"),
        Row(.sdk, "/authenticate/saml", .session, .authenticate),
        Row(.sdk, "/indiv", "no endpoint but the header AP-Device-Identifier, whose value the client chooses"),
    ]
}
