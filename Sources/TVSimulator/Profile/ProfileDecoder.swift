package import EntitlementAPI

/// Reads profiles from YAML, strictly: what is not understood is refused, with its place.
package enum ProfileDecoder {
    /// Reads every document of a YAML text; errors and reports name the source.
    ///
    /// - Throws: ``ProfileError`` for the first document that does not decode. A document without a flow is not an
    ///   error.
    package static func decode(text: String, source: String) throws(ProfileError) -> [Profile] {
        do throws(ProfileError) {
            // A byte order mark says nothing; text that was read elsewhere may still have it.
            let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
            let documents = try YAMLSource.documents(in: text)
            guard !documents.isEmpty else {
                throw ProfileError(.syntax, at: SourcePosition(line: 1, column: 1), "there is no profile in here")
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

    /// Reads every document of a file's bytes.
    ///
    /// - Throws: ``ProfileError`` also when the bytes are not UTF-8.
    package static func decode(bytes: [UInt8], source: String) throws(ProfileError) -> [Profile] {
        try decode(text: try text(of: bytes, source: source), source: source)
    }

    /// Returns the text that a file's bytes are.
    ///
    /// - Throws: ``ProfileError`` with the place of the first byte that is not UTF-8.
    static func text(of bytes: [UInt8], source: String) throws(ProfileError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ProfileError(
                .syntax, source: source, at: UTF8Trouble.position(in: bytes), "the text is not UTF-8")
        }
        return text
    }

    /// Reads one command, such as `permission: denied`, against the world of a profile.
    ///
    /// - Throws: ``ProfileError`` with its place in the text, when that is not one command, or names what the profile does
    ///   not have; ``CommandError`` when it is a call of the app.
    package static func command(_ text: String, in profile: Profile) throws -> SimulatorCommand {
        let documents = try YAMLSource.documents(in: text)
        guard let event = documents.first, documents.count == 1 else {
            throw ProfileError(
                .syntax, at: SourcePosition(line: 1, column: 1),
                "one event is expected, and there \(documents.isEmpty ? "is none" : "are \(documents.count)")")
        }
        return try CommandTable.command(event, in: profile)
    }

    /// Reads one command that is JSON already, against the world of a profile.
    ///
    /// - Throws: ``ProfileError`` and ``CommandError``, as for text.
    package static func command(_ event: JSONValue, in profile: Profile) throws -> SimulatorCommand {
        try CommandTable.command(SourceNode(event), in: profile)
    }

    /// Reads one step of a table, against the world of a profile.
    ///
    /// - Throws: ``ProfileError``, with the keys that lead to its place, when the value is not a step, or names what the
    ///   profile does not have.
    static func step(
        _ event: SourceNode, among steps: [FlowFormat.Step], in profile: Profile
    ) throws(ProfileError) -> FlowStep {
        try event.read { (event) throws(ProfileError) in
            let notes = ReadingNotes()
            var world = profile
            world.flow = [try FlowFormat.read(event, among: steps, notes)]
            ProfileDefaults.fillFlow(of: &world)
            try ReferenceCheck(profile: world).check(notes.references)
            return world.flow[0]
        }
    }

    /// The JSON Schema of one command: what ``command(_:in:)-(JSONValue,_)`` reads and the world obeys.
    package static var commandSchema: JSONValue { CommandTable.schema }

    /// The JSON Schema (draft 2020-12) of a profile document, from the same tables that the decoder reads by.
    package static var schema: JSONValue {
        var schema = ProfileFormat.fields.schema
        schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
        schema["title"] = "tvsim profile, version 1"
        return .object(schema)
    }

    /// The JSON Schema as text, over several lines.
    package static func schemaText() throws -> String {
        try JSONText.pretty(schema)
    }

    private static func decode(_ document: SourceNode, source: String) throws(ProfileError) -> Profile {
        if document.content == .null {
            throw ProfileError(.syntax, at: document.position, "the document is empty: a profile needs schema and name")
        }
        let notes = ReadingNotes()
        var profile = Profile()
        profile.source = source
        profile.line = document.position.line
        try ProfileFormat.fields.read(document, into: &profile, notes)
        ProfileDefaults.fill(
            &profile, givenProviders: document.entry("providers") != nil,
            givenRequestors: givenRequestors(document.entry("service")?.value))
        try ReferenceCheck(profile: profile).check(notes.references)
        return profile
    }

    /// Whether a service says which requestors it has; `service:` with nothing behind it says that it has none.
    private static func givenRequestors(_ service: SourceNode?) -> Bool {
        guard let service else { return false }
        return service.content == .null || service.entry("requestors") != nil
    }
}

/// Fills in what a profile leaves out and what depends on its other parts.
private enum ProfileDefaults {
    static func fill(_ profile: inout Profile, givenProviders: Bool, givenRequestors: Bool) {
        if !givenProviders { profile.providers = Profile.Provider.builtIn }
        if !givenRequestors {
            profile.service.requestors =
                Profile.Service.builtIn(
                    requestor: profile.app.requestor, providers: givenProviders ? profile.providers : nil
                ).requestors
        }
        let known = Set(profile.providers.map(\.id))
        for requestor in profile.service.requestors.indices {
            for index in profile.service.requestors[requestor].integrations.indices {
                // A provider that was named is checked; one that was only implied by the MVPD's id may not exist.
                let integration = profile.service.requestors[requestor].integrations[index]
                guard let provider = integration.provider, provider == integration.mvpd, !known.contains(provider)
                else { continue }
                profile.service.requestors[requestor].integrations[index].provider = nil
            }
        }
        fillFlow(of: &profile)
    }

    /// Fills in whom a step means that does not say it: the profile's own app and requestor.
    static func fillFlow(of profile: inout Profile) {
        for index in profile.flow.indices {
            switch profile.flow[index].action {
            case .setRequestor(""):
                profile.flow[index].action = .setRequestor(profile.app.requestor)
            case .command(.setIntegration(requestor: "", let mvpd, let patch)):
                profile.flow[index].action = .command(
                    .setIntegration(requestor: profile.app.requestor, mvpd: mvpd, patch))
            case .command(.resetIntegration(requestor: "", let mvpd)):
                profile.flow[index].action = .command(.resetIntegration(requestor: profile.app.requestor, mvpd: mvpd))
            case .command(.setPermission(bundleID: nil, let permission)):
                profile.flow[index].action = .command(.setPermission(bundleID: profile.app.bundleID, permission))
            case .command(.setApp(bundleID: nil, let patch)):
                profile.flow[index].action = .command(.setApp(bundleID: profile.app.bundleID, patch))
            default: break
            }
        }
    }
}

/// Finds the byte at which a text stops being UTF-8.
private enum UTF8Trouble {
    static func position(in bytes: [UInt8]) -> SourcePosition {
        var line = 1
        for row in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if String(validating: row, as: UTF8.self) == nil {
                var length = row.count
                while length > 0, String(validating: row.prefix(length), as: UTF8.self) == nil { length -= 1 }
                let good = String(decoding: row.prefix(length), as: UTF8.self)
                return SourcePosition(line: line, column: good.unicodeScalars.count + 1)
            }
            line += 1
        }
        return SourcePosition(line: line, column: 1)
    }
}
