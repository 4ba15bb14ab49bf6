package import TVSimStructuredText

extension Endpoint {
    /// Returns whether a field of the query or of the form is a secret at this endpoint, although its name says nothing: an
    /// authorization code, and the user of a promotional pass.
    ///
    /// - Parameter field: The name of the field.
    /// - Returns: Whether no door shows its value.
    package func isSecret(_ field: String) -> Bool {
        self == .authorizationReturn && field == "code" || self == .resetTempPassOfPerson && field == "key"
    }

    /// A parameter that the vendor lists on a page, or in the OpenAPI documents `restApiV2.json` and `dcrApi.json` that it
    /// offers, and that the service does not read.
    ///
    /// REST API V2 FAQs, Misc FAQs, 2; read on 2026-11-28.
    package enum Ignored: Hashable, Sendable {
        /// A header.
        case header(RequestHeader)
        /// A query parameter.
        case query(String)
        /// A member of the body.
        case member(String)
    }

    /// A query parameter.
    package struct QueryParameter: Sendable {
        package let name: String
        package let summary: String
        package let example: String
        package let isRequired: Bool
        /// The JSON Schema of the value.
        package let schema: JSONValue

        init(
            _ name: String, _ summary: String, example: String, isRequired: Bool = false,
            _ schema: JSONValue = ["type": "string"]
        ) {
            self.name = name
            self.summary = summary
            self.example = example
            self.isRequired = isRequired
            self.schema = schema
        }
    }

    /// A request body.
    package struct Body: Sendable {
        /// The format of a body.
        package enum Kind: Sendable {
            case json, form
        }

        package let kind: Kind
        /// The error of a body that exceeds the size limit.
        package let malformed: EnhancedErrorCode
        /// Returns the body's JSON Schema.
        package let schema: @Sendable () -> JSONValue
        /// Alternative names of members.
        var synonyms: Set<String> = []

        /// The names of the members that the service reads.
        package var names: Set<String> {
            guard case .object(let members) = schema(), case .object(let properties)? = members["properties"] else {
                return synonyms
            }
            return synonyms.union(properties.keys)
        }

        /// Creates the description of a JSON body.
        static func json<Value: Decodable & Sendable>(
            _ type: Value.Type, malformed: EnhancedErrorCode = .unreadableRequest
        ) -> Body {
            Body(kind: .json, malformed: malformed) { SchemaReader(isClosed: false).schema(of: type) }
        }

        /// Creates the description of a form.
        static func form(
            _ type: (some FormRequest).Type, malformed: EnhancedErrorCode = .unreadableRequest
        ) -> Body {
            Body(kind: .form, malformed: malformed, schema: { type.schema }, synonyms: type.synonyms)
        }

        /// Creates the description of a page's form, which the OpenAPI document omits.
        static func page(malformed: EnhancedErrorCode) -> Body {
            Body(kind: .form, malformed: malformed) { ["type": "object"] }
        }
    }

    /// A successful response.
    package struct Answer: Sendable {
        package let status: Int
        package let summary: String
        /// The JSON Schemas of the headers that are always present, by name.
        package let headers: Members
        /// Returns the JSON Schema of the body; `nil` if the body is not JSON.
        package let schema: (@Sendable () -> JSONValue)?

        /// Creates the description of a JSON response; the shapes restrict the schema of the type.
        init<Value: Decodable & Sendable>(
            _ status: Int, _ summary: String, _ type: Value.Type, _ shapes: [Shape] = []
        ) {
            self.status = status
            self.summary = summary
            headers = [:]
            schema = { SchemaReader(shapes: shapes, isClosed: true).schema(of: type) }
        }

        /// Creates the description of a response without JSON: a page, a redirect or an empty body.
        init(_ status: Int, _ summary: String, headers: Members = [:]) {
            self.status = status
            self.summary = summary
            self.headers = headers
            schema = nil
        }

        /// A redirect of the browser.
        static let redirection = Answer(
            302, "A redirect of the browser.", headers: ["Location": ["type": "string", "format": "uri-reference"]])
        /// An HTML page.
        static let page = Answer(200, "A page.")
    }

    /// The error format of an endpoint.
    package enum Errors: Sendable, Hashable {
        /// An ``EnhancedError``.
        case enhanced
        /// A ``RegistrationError`` with one of these codes.
        case registration([RegistrationError.Code])
        /// A page, because a browser sends the request.
        case page
        /// A ``SingleSignOnError``.
        case singleSignOn
    }

    /// An error status of an endpoint.
    package struct Refused: Sendable {
        /// The content of an error response.
        package enum Content: Sendable {
            case enhanced([EnhancedErrorCode])
            case registration([RegistrationError.Code])
            case page
            case singleSignOn([SingleSignOnErrorCode])
        }

        package let status: Int
        package let summary: String
        package let content: Content

        init(_ status: Int, _ summary: String, _ content: Content) {
            self.status = status
            self.summary = summary
            self.content = content
        }

        /// Creates the description of an enhanced error with one of several codes; `nil` means every code with the
        /// status.
        init(_ status: Int, _ summary: String, codes: [EnhancedErrorCode]? = nil) {
            var codes = codes ?? EnhancedErrorCode.all.filter { $0.status == status }
            // REST API V2 has no code for a wrong method or an unreadable body (Differences, S-10).
            if codes.isEmpty || status == 400 { codes.append(.internalError(status: status, "")) }
            self.init(status, summary, .enhanced(codes))
        }
    }

    /// All error responses of the endpoint, by status.
    package var refusals: [Refused] {
        let special = Set(specialRefusals.map(\.status))
        return usualRefusals.filter { !special.contains($0.status) } + specialRefusals
    }

    /// The error responses that all endpoints of the same kind have.
    private var usualRefusals: [Refused] {
        let wrongMethod = "The path does not support the method."
        var refusals: [Refused] = []
        if isThrottled {
            refusals.append(Refused(429, "The device sent too many requests, if throttling is enabled.", .page))
        }
        switch errors {
        case .enhanced:
            refusals += [
                Refused(405, wrongMethod),
                Refused(400, "A parameter, a header or the body is missing or malformed."),
                Refused(500, "The service failed, or its configuration is invalid."),
            ]
            if required.contains(.accessToken) {
                refusals.append(Refused(401, "The access token is missing or invalid."))
            }
        case .registration(let codes):
            refusals += [
                Refused(405, wrongMethod),
                Refused(400, "The request is refused (RFC 6749, 5.2; RFC 7591, 3.2.2).", .registration(codes)),
                Refused(401, "The client is refused (RFC 6749, 5.2).", .registration([.invalidClient])),
                Refused(500, "The service failed.", .registration([.serverError])),
            ]
        case .page:
            refusals += [
                Refused(405, wrongMethod, .page),
                Refused(400, "A page with the reason why the request failed.", .page),
                Refused(500, "A page with the invalid or missing configuration.", .page),
            ]
        case .singleSignOn:
            refusals += Refused.singleSignOn(wrongMethod: wrongMethod)
        }
        return refusals
    }
}
