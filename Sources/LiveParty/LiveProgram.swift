import Foundation
import TVSimCore
import TVSimCryptography
import TVSimFixtures
import TVSimReports
import TVSimSAML
package import TVSimScenario
import TVSimServer
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import TVSimXMLSecurity

/// `tvsim live`, in the program that contains the client.
package enum LiveProgram {
    /// Does what the command line says.
    ///
    /// - Parameters:
    ///   - launch: The options.
    ///   - write: Writes to standard output.
    /// - Returns: The exit status.
    /// - Throws: `CommandError` and `SourceError` for wrong options and files.
    package static func run(_ launch: LiveLaunch, _ write: @escaping (String) throws -> Void) throws -> Int32 {
        switch launch.verb {
        case .schema:
            try write(LiveSettings.schemaText() + "\n")
        case .keys:
            guard let folder = launch.keys else { throw CommandError(.invalid, "the folder of keys is missing") }
            if launch.removesKeys {
                try LiveKeys.remove(folder)
            } else {
                let keys = try LiveKeys.create(in: folder, at: WallClock.now())
                try write(
                    "\(folder)/metadata.xml: give this file to the party; it is valid until "
                        + "\(TimeText.format(keys.notValidAfter)), and its entity ID is \(keys.entityID)\n")
            }
        case .report:
            guard let file = launch.result else { throw CommandError(.invalid, "the result is missing") }
            var result = try Self.result(file)
            if let earlier = launch.compare { result.compare(with: try Self.result(earlier)) }
            try ReportOutputs(launch.reports, keeping: [file, launch.compare].compactMap(\.self), write)
                .write(result.report(verbose: launch.isVerbose))
        case .serviceProvider:
            return try LiveTest(launch).run(write)
        case .identityProvider:
            return try IdentityProviderTest(launch).run(write)
        }
        return 0
    }

    /// Reads an earlier result.
    static func result(_ file: String) throws -> LiveResult {
        do {
            return try JSONDecoder().decode(LiveResult.self, from: Data(try NamedFile.read(file)))
        } catch is DecodingError {
            throw CommandError(.malformed, "'\(file)' is not a result of 'tvsim live' (--report FILE.json)")
        }
    }

    /// Returns a client for addresses, after it has resolved every host once.
    ///
    /// - Throws: `CommandError` if the run may not contact a host.
    static func client(
        opening addresses: [WebAddress], _ launch: LiveLaunch, _ settings: LiveSettings
    ) throws -> LiveClient {
        let allowed = try AllowedAddresses(addresses, authorized: launch.authorizedFor, resolve: OutsideClient.resolve)
        guard allowed.isLoopback || settings.contact != nil else {
            throw CommandError(
                .malformed,
                "outside of this machine, the party's people must be able to reach you: give --contact, "
                    + "or 'contact' in the configuration")
        }
        let channel = OutsideClient(
            within: .seconds(launch.timeout), to: allowed.resolved, trusting: settings.certificates)
        let pace = LivePace(rate: launch.rate ?? (allowed.isLoopback ? nil : 2), limit: launch.limit)
        return LiveClient(
            over: channel, to: allowed, pace: pace, run: String(forgedName().suffix(8)), contact: settings.contact)
    }

    /// Returns the machine's time.
    static func now() -> Date { WallClock.now() }

    /// Returns a name that exists nowhere.
    static func forgedName() -> String {
        "tvsim-forged-" + SecureRandom.bytes(4).map { String(format: "%02x", $0) }.joined()
    }
}

/// A test of a service provider, from the options to the report.
private struct LiveTest {
    private let launch: LiveLaunch
    private let settings: LiveSettings
    private let known: KnownDifferences
    private var party: ServiceProviderSettings { settings.serviceProvider }

    init(_ launch: LiveLaunch) throws {
        self.launch = launch
        var settings = try launch.config.map { try LiveSettings(file: $0) } ?? LiveSettings()
        settings.keys = launch.keys ?? settings.keys
        settings.contact = launch.contact ?? settings.contact
        settings.serviceProvider.metadata = launch.metadata ?? settings.serviceProvider.metadata
        settings.serviceProvider.start = launch.start ?? settings.serviceProvider.start
        settings.serviceProvider.to = launch.to ?? settings.serviceProvider.to
        settings.serviceProvider.probe = launch.probe ?? settings.serviceProvider.probe
        self.settings = settings
        known = try launch.known.map { try KnownDifferences(file: $0) } ?? KnownDifferences()
    }

    private var selection: LiveSelection {
        var selection = LiveSelection()
        (selection.only, selection.skip, selection.isIntrusive) = (launch.only, launch.skip, launch.isIntrusive)
        return selection
    }

    func run(_ write: @escaping (String) throws -> Void) throws -> Int32 {
        // The selection is judged before anything is sent.
        let plan = try LivePlan(party, selection, known: known, encrypts: false) { _ in false }
        if launch.isList {
            let lines =
                plan.cases.map { "\($0.expected.rawValue)  \($0.name)  \($0.requirement.id)  \($0.summary)" }
                + plan.notRun.map { "not run   \($0.name)  \($0.requirement)  \($0.reason)" }
            try write(lines.map { $0.onOneLine + "\n" }.joined())
            return 0
        }
        guard party.metadata != nil || party.to != nil else {
            throw CommandError(.invalid, "name the service provider by --metadata, by --to or in --config")
        }
        guard let folder = settings.keys else {
            throw CommandError(.invalid, "name the folder of keys by --keys; 'tvsim live keys --output DIR' makes one")
        }
        guard let start = party.start else {
            throw CommandError(.invalid, "give the address that begins a sign-in with --start")
        }
        let keys = try LiveKeys.read(folder, at: LiveProgram.now())
        let inputs = [launch.config, launch.known, launch.compare].compactMap(\.self)
        let earlier = try launch.compare.map(LiveProgram.result)
        let outputs = try ReportOutputs(launch.reports, keeping: inputs, write)
        let begin = try Self.address(start.replacingOccurrences(of: "{idp}", with: PercentCoding.encode(keys.entityID)))
        let probe = try party.probe.map(Self.address)
        let document = try localMetadata()
        let client = try client(opening: [begin] + (document?.consumers.compactMap { WebAddress($0) } ?? []), probe)
        let metadata = try document ?? remoteMetadata(over: client)
        let users = KnownUsers(
            subject: party.subject.nameID, forged: LiveProgram.forgedName(), find: settings.verdict.finder)
        let server = ServiceProviderParty(
            over: client, start: begin, probe: probe,
            consumers: [party.to].compactMap(\.self) + (metadata?.consumers ?? []), signOn: keys.singleSignOn,
            template: try template(keys, metadata, users), format: party.subject.format, now: LiveProgram.now)
        var head = LiveResult(
            name: settings.name ?? metadata?.entityID ?? begin.origin.authority, entityID: metadata?.entityID ?? "",
            address: begin.place, tool: "tvsim \(SimulatorVersion.current)", catalogue: Self.catalogue,
            started: TimeText.format(LiveProgram.now()), keys: .init(signing: keys.fingerprint))
        head.requests = client.pace.requests
        var result = try LiveRun(
            server, pace: client.pace, users: users, head: head, options: options(encrypts: metadata)
        ).run()
        if let earlier { result.compare(with: earlier) }
        try outputs.write(result.report(verbose: launch.isVerbose))
        if let file = launch.writeKnown {
            try NamedFile.write(KnownDifferences.text(of: result), to: file, keeping: inputs)
        }
        if let stopped = result.stopped { Trouble.tell(stopped) }
        return result.exitStatus
    }

    private func options(encrypts metadata: ServiceProviderMetadata?) -> LiveRun.Options {
        var options = LiveRun.Options()
        (options.settings, options.verdict, options.selection) = (party, settings.verdict, selection)
        (options.known, options.endsAtFirst) = (known, launch.endsAtFirst)
        options.encrypts = metadata?.encryptionCertificate != nil
        options.now = LiveProgram.now
        if isatty(STDERR_FILENO) == 1 {
            options.progress = { Trouble.show("\r\u{1B}[K\($0.onOneLine.prefix(76))\r") }
        }
        return options
    }

    private func template(
        _ keys: LiveKeys, _ metadata: ServiceProviderMetadata?, _ users: KnownUsers
    ) throws -> FixtureParties {
        var parties = FixtureParties()
        (parties.issuer, parties.audience) = (keys.entityID, metadata?.entityID ?? "")
        (parties.nameID, parties.forgedName) = (users.subject, users.forged)
        parties.absentFile = "file:///tvsim-live-absent"
        if let own = party.subject.attributes.first { parties.userAttribute = own.name }
        parties.furtherAttributes = party.subject.attributes.dropFirst().map { .init($0.name, $0.values) }
        parties.keys = try metadata?.encryptionCertificate.map { try keys.keys(reader: $0) } ?? keys.keys
        return parties
    }

    private static func address(_ text: String) throws(CommandError) -> WebAddress {
        guard let address = WebAddress(text) else {
            throw CommandError(
                .malformed, "invalid address '\(text.onOneLine)': expected one that begins with http:// or https://")
        }
        return address
    }

    /// Returns the client, after it has resolved every host once.
    private func client(opening addresses: [WebAddress], _ probe: WebAddress?) throws -> LiveClient {
        let named = [party.to, party.metadata.flatMap { $0.contains("://") ? $0 : nil }].compactMap(\.self)
        let hosts = party.hosts.flatMap { ["https://\($0)/", "http://\($0)/"] }
        let all = addresses + [probe].compactMap(\.self) + (try (named + hosts).map(Self.address))
        return try LiveProgram.client(opening: all, launch, settings)
    }

    /// Reads the metadata of a file; `nil` if they are at an address, or not given.
    private func localMetadata() throws -> ServiceProviderMetadata? {
        guard let path = party.metadata, !path.contains("://") else { return nil }
        return try Self.metadata(Data(try NamedFile.read(path)), of: path)
    }

    /// Gets the metadata of an address; `nil` if none are given.
    private func remoteMetadata(over client: LiveClient) throws -> ServiceProviderMetadata? {
        guard let text = party.metadata, let address = WebAddress(text) else { return nil }
        guard let answer = try? client.send(to: address), answer.status == 200 else {
            throw CommandError(.unavailable, "the metadata cannot be read from '\(address.place)'")
        }
        return try Self.metadata(answer.body, of: address.place)
    }

    private static func metadata(_ document: Data, of place: String) throws(CommandError) -> ServiceProviderMetadata {
        do throws(XMLError) {
            return try ServiceProviderMetadata(document)
        } catch {
            throw CommandError(.malformed, "\(place): \(error.description)")
        }
    }

    /// The digest of what every case is, and of what is expected of it.
    private static var catalogue: String {
        "sha256:"
            + Hexadecimal.sha256(
                of: LiveFixture.responses.map { "\($0.fixture.name) \($0.fixture.expectation)\n" }.joined())
    }
}
