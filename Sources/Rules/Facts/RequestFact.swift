package import TVSimEntitlementAPI
package import TVSimStructuredText

/// What a client sent in one request, and what it was answered, as typed values without secrets.
///
/// A secret is told by its provenance, never by its value: see ``SecretLedger``.
package struct RequestFact: Codable, Hashable, Sendable {
    /// The name of the endpoint, as in the OpenAPI document.
    private(set) var endpointName: String?
    /// The HTTP method.
    package var method: String
    /// The path, without the query.
    package var path: String
    /// The parameters of the path, such as `mvpd` and `code`.
    package var parameters: [String: String]
    /// The client, a letter in order of registration; `nil` if the request names none that registered here.
    package var client: String?
    /// The device identifier, decoded; `nil` if it is absent or malformed.
    package var device: String?
    /// The headers of the endpoint's row and all whose names begin with `AP-` or `AD-`, as the documentation spells them.
    package var headers: [String: HeaderFact]
    /// The members of the query and of the body, by name.
    package var members: [String: MemberFact]
    /// The names of headers, query and body members that the endpoint does not list.
    package var unlisted: [String]
    /// The media type of the body; `nil` if the request has none.
    package var mediaType: String?
    /// The resources of a decision.
    package var resources: [String]?
    /// A number that is equal for requests with the same method, target and body: the first request of a kind has its own.
    package var kind: Int
    /// The SAML response in the form; `nil` for another body.
    package var saml: SAMLFact?
    /// The answer; `nil` if the client got none.
    package var answer: AnswerFact?

    private enum CodingKeys: String, CodingKey {
        case endpointName = "endpoint"
        case method, path, parameters, client, device, headers, members, unlisted, mediaType, resources, kind, saml,
            answer
    }

    /// The endpoint, which is written by its name; `nil` if the path leads to none.
    package var endpoint: Endpoint? {
        get { endpointName.flatMap { Endpoint.named[$0] } }
        set { endpointName = newValue?.name }
    }

    /// Returns a header; `nil` if the request does not have it.
    package func header(_ name: String) -> HeaderFact? { headers[name] }

    /// The access token of the request; `nil` if it has none.
    package var token: TokenFact? { header("Authorization")?.accessToken }
}

/// A header of a request.
package struct HeaderFact: Codable, Hashable, Sendable {
    /// The decoded value; `nil` for a secret and a malformed value.
    package var value: JSONValue?
    /// Where a secret value comes from, or its form; `nil` for a value that is none.
    package var secret: String?
    /// What is wrong with the form of the value; `nil` if nothing is.
    package var problem: String?
    /// The access token; `nil` for another header.
    package var accessToken: TokenFact?

    /// The form of an identity that is a digest.
    static let digest = "a digest"
    /// The form of an identity that is an e-mail address.
    static let address = "an e-mail address"
    /// The form of an identity that is a JSON object with an e-mail address, as in the sample of the header's page.
    static let sample = "an object with an e-mail address"
}

/// A member of a query or of a body.
package struct MemberFact: Codable, Hashable, Sendable {
    /// The value; `nil` for a secret.
    package var value: JSONValue?
    /// Where a secret comes from; `nil` for a value that is none.
    package var secret: String?
}

/// An access token, by its provenance.
package struct TokenFact: Codable, Hashable, Sendable {
    /// The number of the token among those of its client; `nil` if the simulator has not seen its issue.
    package var number: Int?
    /// The client that got the token.
    package var client: String?
    /// The journal entry of the issue.
    package var issuedBy: Int?
    /// The lifetime that the answer stated, in seconds.
    package var lifetime: Int?
    /// The lifetime that is left, in seconds; negative after the end.
    package var remaining: Int?
}

/// A SAML response in a form.
package struct SAMLFact: Codable, Hashable, Sendable {
    /// A number that is equal for equal responses of the world.
    package var number: Int
    /// Whether the form's value, decoded once, is Base64; `nil` if an archive does not have it.
    package var isBase64: Bool?
    /// The length of the form's value, in bytes.
    package var length: Int
}
