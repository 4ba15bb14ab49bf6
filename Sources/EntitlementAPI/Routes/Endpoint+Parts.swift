package import StructuredText

extension Endpoint {
    /// A parameter of the query.
    package struct QueryParameter: Sendable {
        package let name: String
        package let summary: String
        package let example: String
        package let isRequired: Bool
        /// The JSON Schema of its value.
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

    /// The body of a request.
    package struct Body: Sendable {
        /// How it is written.
        package enum Kind: Sendable {
            case json, form
        }

        package let kind: Kind
        /// The error that refuses a body too large to be read.
        package let malformed: EnhancedErrorCode
        /// Returns the body's JSON Schema.
        package let schema: @Sendable () -> JSONValue

        /// Describes a JSON body.
        static func json<Value: Decodable & Sendable>(
            _ type: Value.Type, malformed: EnhancedErrorCode = .unreadableRequest
        ) -> Body {
            Body(kind: .json, malformed: malformed) { SchemaReader(isClosed: false).schema(of: type) }
        }

        /// Describes a form.
        static func form(
            _ type: (some FormRequest).Type, malformed: EnhancedErrorCode = .unreadableRequest
        ) -> Body {
            Body(kind: .form, malformed: malformed) { type.schema }
        }

        /// Describes the form of a page, which the OpenAPI document leaves out.
        static func page(malformed: EnhancedErrorCode) -> Body {
            Body(kind: .form, malformed: malformed) { ["type": "object"] }
        }
    }

    /// A successful answer.
    package struct Answer: Sendable {
        package let status: Int
        package let summary: String
        /// The JSON Schemas of the headers that it always has, by their names.
        package let headers: [String: JSONValue]
        /// Returns the JSON Schema of its body; `nil` if it has no JSON.
        package let schema: (@Sendable () -> JSONValue)?

        /// Describes an answer with a value of the wire; the shapes say what the type does not.
        init<Value: Decodable & Sendable>(
            _ status: Int, _ summary: String, _ type: Value.Type, _ shapes: [Shape] = []
        ) {
            self.status = status
            self.summary = summary
            headers = [:]
            schema = { SchemaReader(shapes: shapes, isClosed: true).schema(of: type) }
        }

        /// Describes an answer without JSON: a page, a redirection, or no body.
        init(_ status: Int, _ summary: String, headers: [String: JSONValue] = [:]) {
            self.status = status
            self.summary = summary
            self.headers = headers
            schema = nil
        }

        /// A redirection of a browser.
        static let redirection = Answer(
            302, "The browser goes on.", headers: ["Location": ["type": "string", "format": "uri-reference"]])
        /// A page for a person.
        static let page = Answer(200, "A page.")
    }

    /// How an endpoint says that a request failed.
    package enum Errors: Sendable, Hashable {
        /// With an ``EnhancedError``.
        case enhanced
        /// With a ``RegistrationError``; these refuse what the app has sent.
        case registration([RegistrationError.Code])
        /// With a page, since a person's browser asks.
        case page
    }

    /// A status with which an endpoint refuses a request.
    package struct Refused: Sendable {
        /// What the refusal says.
        package enum Content: Sendable {
            case enhanced([EnhancedErrorCode])
            case registration([RegistrationError.Code])
            case page
        }

        package let status: Int
        package let summary: String
        package let content: Content

        init(_ status: Int, _ summary: String, _ content: Content) {
            self.status = status
            self.summary = summary
            self.content = content
        }

        /// Describes a refusal with one of several enhanced errors; `nil` means all that have the status.
        init(_ status: Int, _ summary: String, codes: [EnhancedErrorCode]? = nil) {
            var codes = codes ?? EnhancedErrorCode.all.filter { $0.status == status }
            // REST API V2 lists no code for a wrong method, nor for a body that cannot be read (Differences, S-10).
            if codes.isEmpty || status == 400 { codes.append(.internalError(status: status, "")) }
            self.init(status, summary, .enhanced(codes))
        }
    }

    /// Everything that the endpoint refuses, by status.
    package var refusals: [Refused] {
        let special = Set(specialRefusals.map(\.status))
        return usualRefusals.filter { !special.contains($0.status) } + specialRefusals
    }

    /// What the endpoint refuses as all of its kind do.
    private var usualRefusals: [Refused] {
        let wrongMethod = "The path takes another method."
        var refusals = [isOpenedByBrowsers ? Refused(405, wrongMethod, .page) : Refused(405, wrongMethod)]
        if isThrottled {
            refusals.append(Refused(429, "The device asks too often, where throttling is switched on.", .page))
        }
        switch errors {
        case .enhanced:
            refusals += [
                Refused(400, "A parameter, a header or the body is missing or malformed."),
                Refused(500, "The service, or what is configured, is at fault."),
            ]
            if required.contains(.accessToken) {
                refusals.append(Refused(401, "The access token is missing, or not valid here."))
            }
        case .registration(let codes):
            refusals += [
                Refused(400, "The request is refused (RFC 6749, 5.2; RFC 7591, 3.2.2).", .registration(codes)),
                Refused(401, "The client is refused (RFC 6749, 5.2).", .registration([.invalidClient])),
                Refused(500, "The service is at fault.", .registration([.serverError])),
            ]
        case .page:
            refusals += [
                Refused(400, "A page that says why the sign-in cannot go on.", .page),
                Refused(500, "A page that says what is not configured.", .page),
            ]
        }
        return refusals
    }
}
