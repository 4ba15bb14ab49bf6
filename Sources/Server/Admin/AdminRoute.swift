import Foundation
import HTTPTypes
import NIOCore
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld

/// One operation of the admin API, with its route, its implementation and its documentation.
struct AdminRoute: RouteRow {
    /// A parameter of the path or of the query.
    struct Parameter: Sendable {
        let name: String
        let summary: String
        /// The JSON Schema of its value.
        let schema: JSONValue
        /// Whether it is a header of the request, and not a part of the path or the query.
        var isHeader = false
    }

    /// The body of a request or a response.
    struct Content: Sendable {
        let summary: String
        /// The JSON Schema of the body.
        let schema: JSONValue
        /// Descriptions of the response's headers, by header name.
        var headers: [String: String] = [:]
        /// The media type of the body.
        let type: String

        init(
            summary: String, schema: JSONValue, headers: [String: String] = [:], type: String = "application/json"
        ) {
            self.summary = summary
            self.schema = schema
            self.headers = headers
            self.type = type
        }

        /// Describes a body that encodes a value of a type.
        init<Value: Decodable>(summary: String, _ type: Value.Type, headers: [String: String] = [:]) {
            self.init(summary: summary, schema: SchemaReader(isClosed: true).schema(of: type), headers: headers)
        }

        /// Describes a body by a type's own schema.
        init<Value: SchemaSource>(summary: String, by type: Value.Type) {
            self.init(summary: summary, schema: type.schema(by: SchemaReader(isClosed: true)))
        }
    }

    let method: HTTPRequest.Method
    /// The path below the prefix.
    let path: PathTemplate
    /// The operation's OpenAPI identifier, from which client generators derive function names.
    let operation: String
    let summary: String
    /// The parameters of the path, of the query and of the header.
    var parameters: [Parameter] = []
    /// The request's body; `nil` if the operation takes none.
    var body: Content?
    /// The largest request body, in bytes.
    var bodyLimit = 0
    /// The body of a successful response; `nil` if the response is 204 without a body.
    var answer: Content?
    /// Whether only clients that send `Prefer: return=representation` get the body; others get 204.
    var answersIfPreferred = false
    /// The body of a response 202, with the address of the result in `Location`; `nil` if the operation has none.
    var accepted: Content?
    /// Whether the operation can reject a well-formed request with status 422.
    var canRefuse = false
    /// Whether the operation answers 409 if something of the name exists already.
    var canConflict = false
    /// Whether the operation answers 404 if the path names something that does not exist.
    var isMissable = false
    /// Whether an app's request is what the operation performs.
    var isOfApp: Bool { path.text.hasPrefix("/framework/") }
    /// Whether the operation never needs the secret of the server.
    var isOpen: Bool { path.text == AdminRoutes.healthPath }
    /// Whether the operation removes the journal of its world.
    var removesJournal = false
    /// Whether the operation runs in its world; if not, a missing world is not created for it.
    var needsWorld = true
    let perform: @Sendable (AdminRequest) async throws -> HTTPAnswer

    /// Returns whether a parameter is part of the path; other parameters are part of the query.
    func isInPath(_ parameter: Parameter) -> Bool { path.parameters.contains(parameter.name) }
}

/// A request of the admin API, as an operation receives it.
struct AdminRequest: Sendable {
    /// The world that the request is for.
    private(set) var world: World
    /// The isolated world's name; `nil` for the served world.
    let worldName: String?
    /// Whether the request requires an existing world (`If-Match: *`).
    let meansExisting: Bool
    /// All worlds of the server.
    let worlds: SimulatedWorlds
    /// The parameters of the path.
    let path: [String: String]
    /// The parameters of the query, each at most once.
    let query: [String: String]
    /// The request's header fields.
    let headers: HTTPFields
    let body: Data
    /// The prefix of the world's paths: `/s/{name}` if the path names the world, otherwise empty.
    let pathPrefix: String
    /// The host and port by which the client has reached the server; `nil` if they are missing or unusual.
    let authority: String?
    /// Whether the server accepts other machines.
    let allowsRemote: Bool
    /// The host in the addresses of worlds.
    let host: ServedHost
    /// The connection that the request arrived on.
    let connection: any Channel
    /// The file of the certificate authority that clients must trust; `nil` for plain HTTP.
    let certificateAuthority: String?
    /// The limits of the server.
    let limits: ServerLimits

    /// The name of the world's device on the command line; `nil` if the command line cannot open it.
    var deviceName: String? { worlds.deviceName(of: worldName) }

    /// The device of the world, for listings.
    var device: SelectedDevice {
        SelectedDevice(of: world, name: deviceName, title: worldName ?? "served")
    }

    /// Runs a closure with the same request whose reads all see one state of the world.
    ///
    /// - Throws: `StateError` if the state cannot be read, and what the closure throws.
    func consistently<Result>(_ body: (AdminRequest) throws -> Result) throws -> Result {
        try world.consistently { world in
            var request = self
            request.world = world
            return try body(request)
        }
    }

    /// Returns the body as text.
    ///
    /// - Throws: ``AdminError`` with status 400 when it is not UTF-8.
    func text() throws(AdminError) -> String {
        guard let text = String(validating: body, as: UTF8.self) else {
            throw AdminError(400, "the body is not UTF-8")
        }
        return text
    }

    /// Returns the body, which is a JSON object of a format.
    ///
    /// - Throws: `SourceError` with the path of keys to the invalid value; ``AdminError`` when the body is not UTF-8.
    func json<Root>(_ fields: ObjectFormat<Root>) throws -> Root {
        try read(fields.format)
    }

    /// Returns the body, which is a JSON value of a format.
    ///
    /// - Throws: `SourceError` with the path of keys to the invalid value; ``AdminError`` when the body is not UTF-8.
    func read<Value>(_ format: Format<Value>) throws -> Value {
        let now = try world.simulation.clock.now()
        return try format.read(ValueCursor(try JSONReader.value(of: try text())), ReadingNotes(clock: now))
    }

    /// Returns the members of the body, which is a JSON object.
    ///
    /// - Parameter expected: What the body must be, for the error, with an example.
    /// - Returns: The members.
    /// - Throws: `SourceError` for a duplicate key; ``AdminError`` when the body is not a JSON object in UTF-8.
    func members(expecting expected: (sentence: String, example: String)) throws -> Members {
        do {
            if case .object(let members) = try JSONReader.value(of: try text()) { return members }
        } catch let error as SourceError where error.code == .duplicateKey {
            throw error
        } catch is SourceError {}
        throw AdminError(400, expected.sentence, suggestion: expected.example)
    }

    /// Returns the duration of a parameter.
    ///
    /// - Parameter name: The parameter's name.
    /// - Returns: The duration; `nil` if the request does not have the parameter.
    /// - Throws: ``AdminError`` with status 400 when the text is not a duration of at most a minute.
    func wait(_ name: String) throws(AdminError) -> TimeAmount? {
        guard let text = query[name] else { return nil }
        guard let seconds = TimeText.duration(text), seconds > 0, seconds <= Double(ServerLimits.longestWait) else {
            throw AdminError(400, "'\(name)' must be a duration such as 10s, at most \(ServerLimits.longestWait)s")
        }
        return .milliseconds(Int64((seconds * 1_000).rounded()))
    }

    /// Returns the value of a parameter that is true or false.
    ///
    /// - Parameter name: The parameter's name.
    /// - Returns: The value; `false` if the request does not have the parameter.
    /// - Throws: ``AdminError`` with status 400 for another text.
    func flag(_ name: String) throws(AdminError) -> Bool {
        switch query[name] {
        case nil, "false": return false
        case "true": return true
        case _?: throw AdminError(400, "'\(name)' must be true or false")
        }
    }

    /// Returns the value of a parameter that is one of some words.
    ///
    /// - Parameters:
    ///   - name: The parameter's name.
    ///   - known: The words.
    /// - Returns: The word; `nil` if the request does not have the parameter.
    /// - Throws: ``AdminError`` with status 400 for another text.
    func word(_ name: String, among known: [String]) throws(AdminError) -> String? {
        guard let word = query[name] else { return nil }
        guard known.contains(word) else {
            throw AdminError(
                400, "'\(name)' must be one of \(known.joined(separator: ", "))",
                suggestion: Suggestion.closest(to: word, among: known))
        }
        return word
    }

    /// Returns the value of a parameter that is one of the words of a type; `nil` if the request does not have it.
    ///
    /// - Throws: ``AdminError`` with status 400 for another text.
    func word<Word: RawRepresentable<String> & CaseIterable>(_ name: String) throws(AdminError) -> Word? {
        try word(name, among: Word.allCases.map(\.rawValue)).flatMap(Word.init)
    }

    /// Returns the value of an integer parameter.
    ///
    /// - Parameters:
    ///   - name: The parameter's name.
    ///   - range: The valid values.
    ///   - standard: The value if the request does not have the parameter.
    /// - Returns: The value.
    /// - Throws: ``AdminError`` with status 400 when the text is not an integer within the range.
    func number(_ name: String, in range: ClosedRange<Int>, default standard: Int) throws(AdminError) -> Int {
        guard let text = query[name] else { return standard }
        guard let number = Int(text), range.contains(number), text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }) else {
            throw AdminError(400, "'\(name)' must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
