import TVSimEntitlementService
import TVSimIdentityProvider
package import TVSimStructuredText
package import TVSimWorld

/// Decodes profiles from YAML; an unknown key or value is an error with its position.
package enum ProfileDecoder {
    /// Decodes every document of a YAML text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - source: The name of the text in errors and reports.
    /// - Returns: The profiles; a profile may have no flow.
    /// - Throws: ``SourceError`` for the first malformed document, or if the text contains no document.
    package static func decode(text: String, source: String) throws(SourceError) -> [Profile] {
        do throws(SourceError) {
            // Ignores a byte order mark, which remains in text that another program has decoded.
            let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
            let documents = try YAMLReader.documents(in: text)
            guard !documents.isEmpty else {
                throw SourceError(.syntax, at: .start, "the text contains no profile")
            }
            var profiles: [Profile] = []
            for document in documents { profiles.append(try decode(document, source: source)) }
            return profiles
        } catch {
            var located = error
            located.source = source
            throw located
        }
    }

    /// Decodes every document of a file's bytes.
    ///
    /// - Throws: As ``decode(text:source:)``; ``SourceError`` if the bytes are not UTF-8.
    package static func decode(bytes: [UInt8], source: String) throws(SourceError) -> [Profile] {
        try decode(text: try text(of: bytes, source: source), source: source)
    }

    /// Decodes one profile that a program wrote, so that its positions mean nothing.
    ///
    /// - Throws: ``SourceError`` if the profile is malformed.
    package static func decode(_ document: JSONValue, source: String) throws(SourceError) -> Profile {
        var profile = try decode(SourceDocument(document), source: source)
        profile.line = 0
        return profile
    }

    /// Reads the only document of a YAML text as JSON, in which the order of the keys is lost.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - source: The name of the text in errors.
    /// - Returns: The profile's keys and values.
    /// - Throws: ``SourceError`` if the text is not exactly one valid profile.
    package static func document(text: String, source: String) throws(SourceError) -> Members {
        let profiles = try decode(text: text, source: source)
        guard profiles.count == 1, case .object(let keys)? = try YAMLReader.documents(in: text).first?.value else {
            throw SourceError(
                .syntax, source: source, at: .start, "expected one profile, found \(profiles.count)")
        }
        return keys
    }

    /// The kinds of steps of a flow, each with the JSON Schema of its argument: the app's actions, then the commands.
    package static let stepKinds = FlowFormat.flowSteps.map { (name: $0.name, schema: $0.schema) }

    /// Decodes one step of a flow that a program wrote; its references are not checked.
    ///
    /// - Throws: ``SourceError`` if the step is malformed.
    package static func step(_ step: JSONValue, of profile: Profile) throws(SourceError) -> FlowStep {
        let notes = ReadingNotes(clock: profile.world.clock, requestor: profile.app.requestor)
        return try FlowFormat.read(ValueCursor(step), among: FlowFormat.flowSteps, notes)
    }

    /// Decodes the bytes of a file as UTF-8.
    ///
    /// - Throws: ``SourceError`` with the position of the first invalid byte.
    package static func text(of bytes: [UInt8], source: String) throws(SourceError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw SourceError(
                .syntax, source: source, at: InvalidUTF8.position(in: bytes), "the text is not UTF-8")
        }
        return text
    }

    /// Decodes one command, such as `permission: denied`, and checks its references against a world.
    ///
    /// - Throws: ``SourceError`` with its position if the text is not one command, or names something that the world
    ///   does not contain; ``CommandError`` if it is a call of the app.
    package static func command(_ text: String, in world: WorldDescription) throws -> SimulatorCommand {
        try command(try event(text), in: world)
    }

    /// Reads the only document of a text.
    ///
    /// - Throws: ``SourceError`` if the text is malformed, or has several documents.
    package static func event(_ text: String) throws(SourceError) -> SourceDocument {
        let documents = try YAMLReader.documents(in: text)
        guard let event = documents.first, documents.count == 1 else {
            throw SourceError(
                .syntax, at: .start,
                "expected one event, found \(documents.count)")
        }
        return event
    }

    /// Decodes one command in JSON, and checks its references against a world.
    ///
    /// - Throws: As ``command(_:in:)-(String,_)``.
    package static func command(_ event: JSONValue, in world: WorldDescription) throws -> SimulatorCommand {
        try command(SourceDocument(event), in: world)
    }

    /// Decodes the command of a document, or the one at a place of its list, and checks its references.
    ///
    /// - Throws: As ``command(_:in:)-(String,_)``.
    package static func command(
        _ event: SourceDocument, at place: Int? = nil, in world: WorldDescription
    ) throws -> SimulatorCommand {
        // Calls of the app are decoded too, so that the error can say that they are calls.
        let action = try event.read { (cursor) throws(SourceError) in
            let notes = ReadingNotes(clock: world.clock, requestor: world.app.requestor)
            let step = try FlowFormat.read(
                place.flatMap { cursor.items?[$0] } ?? cursor, among: FlowFormat.flowSteps,
                suggesting: FlowFormat.commands, as: "command", notes)
            var profile = Profile()
            profile.world = world
            profile.flow = [step]
            try ReferenceCheck(profile: profile).check(notes.references, in: event)
            return step.action
        }
        guard case .command(let command) = action else {
            let isRelaunch = action.call == "relaunch"
            throw CommandError(
                .invalid,
                isRelaunch
                    ? "'relaunch' is for the flow of a profile: launch the app again instead"
                    : "'\(action.call)' is a call of the app, not a command")
        }
        return command
    }

    /// The JSON Schema of one command, as ``command(_:in:)-(JSONValue,_)`` decodes it and a world performs it.
    package static let commandSchema = JSONValue.object(FlowFormat.schema(of: FlowFormat.commands, with: [:]))

    /// The JSON Schema of one command, or of a list of commands.
    package static let commandsSchema: JSONValue = [
        "anyOf": [commandSchema, ["type": "array", "minItems": 1, "items": commandSchema]]
    ]

    /// The JSON Schema (draft 2020-12) of a profile document, written from the tables that the decoder uses.
    package static var schema: JSONValue {
        var schema = ProfileFormat.fields.schema
        schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
        schema["title"] = "tvsim profile, version 1"
        return .object(schema)
    }

    /// Returns the JSON Schema as text of several lines.
    ///
    /// What it says several times stands in `$defs`.
    package static func schemaText() -> String {
        JSONText.folded(SharedSchemas.sharing(schema))
    }

    private static func decode(_ document: SourceDocument, source: String) throws(SourceError) -> Profile {
        var profile = Profile()
        profile.source = source
        profile.line = document.position(of: .root).line
        try document.read { (cursor) throws(SourceError) in
            if cursor.value == .null {
                throw SourceError(
                    .syntax, at: cursor.path, "empty document: a profile needs the keys 'schema' and 'name'")
            }
            let notes = ReadingNotes(clock: profile.world.clock)
            try ProfileFormat.fields.read(cursor, into: &profile, notes)
            try ProfileDefaults.fill(
                &profile, givenProviders: cursor["providers"] != nil,
                givenRequestors: givenRequestors(cursor["service"]))
            try ReferenceCheck(profile: profile).check(notes.references, in: document)
        }
        for index in profile.flow.indices {
            let step = ValuePath.item(index, of: .member("flow", of: .root))
            profile.flow[index].line = document.position(of: step).line
        }
        profile.matrix?.position = document.position(of: .member("matrix", of: .root))
        return profile
    }

    /// Returns whether a service lists its requestors; an empty `service:` lists none, and counts as a list.
    private static func givenRequestors(_ service: ValueCursor?) -> Bool {
        guard let service else { return false }
        return service.value == .null || service["requestors"] != nil
    }
}

/// Fills in default values, including those that depend on other parts of the profile.
private enum ProfileDefaults {
    static func fill(
        _ profile: inout Profile, givenProviders: Bool, givenRequestors: Bool
    ) throws(SourceError) {
        if !givenProviders { profile.providers = Provider.builtIn }
        if !givenRequestors {
            profile.service.requestors = [.builtIn(id: profile.app.requestor, providers: profile.providers)]
        }
        let known = Set(profile.providers.map { ProviderID($0.identifier) })
        for requestor in profile.service.requestors.indices {
            for index in profile.service.requestors[requestor].integrations.indices {
                // A named provider is checked with the references.
                var integration = profile.service.requestors[requestor].integrations[index]
                do throws(MisspeltMVPD) {
                    try integration.leaveOutMissingProvider(
                        among: known,
                        similarTo: providers(profile.providers, without: profile.service.requestors[requestor]))
                } catch {
                    throw misspelt(integration.mvpd, of: profile.service.requestors[requestor].id, error)
                }
                profile.service.requestors[requestor].integrations[index].provider = integration.provider
            }
        }
    }

    /// Returns the keys of the TV providers that a requestor does not integrate.
    private static func providers(
        _ providers: [Provider], without requestor: ServiceConfiguration.Requestor
    ) -> [String] {
        let integrated = Set(requestor.integrations.map(\.name))
        return providers.map(\.identifier).filter { !integrated.contains($0) }
    }

    private static func misspelt(_ mvpd: MVPDID, of requestor: RequestorID, _ error: MisspeltMVPD) -> SourceError {
        let requestors = ValuePath.member("requestors", of: .member("service", of: .root))
        let integrations = ValuePath.member("integrations", of: .member(requestor.rawValue, of: requestors))
        return SourceError(
            .unknownReference, at: .key(mvpd.rawValue, of: integrations), error.reason, suggestion: error.meant)
    }
}

/// Finds the first byte that is not valid UTF-8.
private enum InvalidUTF8 {
    static func position(in bytes: [UInt8]) -> SourcePosition {
        let rows = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let index = rows.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? rows.count - 1
        // Decoding replaces invalid bytes. The row is equal to its decoded form up to there, or to a few bytes behind.
        var length = zip(rows[index], String(decoding: rows[index], as: UTF8.self).utf8).prefix { $0 == $1 }.count
        while String(validating: rows[index].prefix(length), as: UTF8.self) == nil { length -= 1 }
        let good = String(decoding: rows[index].prefix(length), as: UTF8.self)
        return SourcePosition(line: index + 1, column: good.unicodeScalars.count + 1)
    }
}
