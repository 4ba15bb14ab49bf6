import Foundation
import TVSimCore
import TVSimFixtures
import TVSimReports
import TVSimSAML
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import TVSimXMLSecurity

/// A test of a service provider, from the options to the report.
struct ServiceProviderTest {
    private let inputs: LiveInputs
    private var launch: LiveLaunch { inputs.launch }
    private var party: ServiceProviderSettings { inputs.settings.serviceProvider }

    init(_ launch: LiveLaunch) throws {
        var inputs = try LiveInputs(launch)
        var party = inputs.settings.serviceProvider
        (party.metadata, party.start) = (launch.metadata ?? party.metadata, launch.start ?? party.start)
        (party.to, party.probe) = (launch.to ?? party.to, launch.probe ?? party.probe)
        party.logout = launch.logout ?? party.logout
        inputs.settings.serviceProvider = party
        self.inputs = inputs
    }

    func run(_ write: @escaping (String) throws -> Void) throws -> Int32 {
        // The selection is judged before anything is sent.
        let plan = try LivePlan(
            party, inputs.selection, known: inputs.known, encrypts: false, beginsLogouts: party.logout != nil
        ) { _ in false }
        if launch.isList {
            try LiveListing(plan, party).write(as: launch.reports.first?.format ?? .text, write)
            return 0
        }
        guard party.metadata != nil || party.to != nil else {
            throw CommandError(.invalid, "name the service provider by --metadata, by --to or in --config")
        }
        guard let start = party.start else {
            throw CommandError(.invalid, "give the address that begins a sign-in with --start")
        }
        let keys = try inputs.keys()
        let begin = try LiveInputs.address(
            start.replacingOccurrences(of: "{idp}", with: PercentCoding.encode(keys.entityID)))
        return try inputs.report(to: write) { try test(keys, from: begin) }
    }

    private func test(_ keys: LiveKeys, from begin: WebAddress) throws -> LiveResult {
        let probe = try party.probe.map(LiveInputs.address)
        let document = try localMetadata()
        let named = document.map { $0.consumers + [$0.singleLogout, $0.logoutResponses].compactMap(\.self) } ?? []
        let client = try client(opening: [begin] + named.compactMap { WebAddress($0) }, probe)
        let metadata = try document ?? remoteMetadata(over: client)
        let users = KnownUsers(
            subject: party.subject.nameID, forged: LiveProgram.forgedName(), find: inputs.settings.verdict.finder)
        let server = ServiceProviderParty(
            over: client, start: begin, probe: probe,
            consumers: [party.to].compactMap(\.self) + (metadata?.consumers ?? []), signOn: keys.singleSignOn,
            template: try template(keys, metadata, users), format: party.subject.format, now: LiveProgram.now)
        var head = LiveResult(
            name: inputs.settings.name ?? metadata?.entityID ?? begin.origin.authority,
            entityID: metadata?.entityID ?? "", address: begin.place, tool: "tvsim \(SimulatorVersion.current)",
            catalogue: Self.catalogue,
            started: TimeText.format(LiveProgram.now()), keys: .init(signing: keys.fingerprint))
        head.requests = client.pace.requests
        return try LiveRun(
            server, pace: client.pace, users: users, head: head, options: try options(metadata, over: client)
        ).run()
    }

    private func options(_ metadata: ServiceProviderMetadata?, over client: LiveClient) throws -> LiveRun.Options {
        var options = LiveRun.Options()
        (options.settings, options.verdict, options.selection) = (party, inputs.settings.verdict, inputs.selection)
        (options.known, options.endsAtFirst) = (inputs.known, launch.endsAtFirst)
        options.attributeValues = try party.subject.split().others.flatMap(\.values).filter { !$0.isEmpty }
        options.encrypts = metadata?.encryptionCertificate != nil
        func allowed(_ text: String?) -> WebAddress? {
            text.flatMap { WebAddress($0) }.flatMap { client.allowed.contains($0) ? $0 : nil }
        }
        options.logout = allowed(metadata?.singleLogout)
        options.signOut = allowed(party.logout)
        options.logoutResponses = allowed(metadata?.logoutResponses)
        options.now = LiveProgram.now
        options.progress = inputs.progress(naming: client.kept)
        return options
    }

    private func template(
        _ keys: LiveKeys, _ metadata: ServiceProviderMetadata?, _ users: KnownUsers
    ) throws -> FixtureParties {
        var parties = FixtureParties()
        (parties.issuer, parties.audience) = (keys.entityID, metadata?.entityID ?? "")
        (parties.nameID, parties.forgedName) = (users.subject, users.forged)
        parties.absentFile = "file:///tvsim-live-absent"
        let attributes = try party.subject.split()
        parties.userAttribute = attributes.own ?? parties.userAttribute
        parties.furtherAttributes = attributes.others.map { .init($0.name, $0.values) }
        parties.keys = try metadata?.encryptionCertificate.map { try keys.keys(reader: $0) } ?? keys.keys
        return parties
    }

    /// Returns the client, after it has resolved every host once.
    private func client(opening addresses: [WebAddress], _ probe: WebAddress?) throws -> LiveClient {
        let named = [party.to, party.logout, party.metadata.flatMap { $0.contains("://") ? $0 : nil }].compactMap(
            \.self)
        let all =
            addresses + [probe].compactMap(\.self) + (try named.map(LiveInputs.address))
            + (try LiveInputs.addresses(of: party.hosts))
        return try LiveProgram.client(opening: all, launch, inputs.settings)
    }

    /// Reads the metadata of a file; `nil` if they are at an address, or not given.
    private func localMetadata() throws -> ServiceProviderMetadata? {
        guard let path = party.metadata, !path.contains("://") else { return nil }
        return try Self.metadata(Data(try NamedFile.read(path)), of: path)
    }

    /// Gets the metadata of an address; `nil` if none are given.
    private func remoteMetadata(over client: LiveClient) throws -> ServiceProviderMetadata? {
        guard let text = party.metadata, let address = WebAddress(text) else { return nil }
        return try Self.metadata(try LiveInputs.metadata(at: address, over: client), of: address.place)
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
