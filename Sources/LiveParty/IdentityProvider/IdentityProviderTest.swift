import Foundation
import TVSimCore
import TVSimCryptography
import TVSimFixtures
import TVSimReports
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import TVSimXMLSecurity

/// A test of an identity provider, from the options to the report.
struct IdentityProviderTest {
    private let inputs: LiveInputs
    private var launch: LiveLaunch { inputs.launch }
    private var settings: LiveSettings { inputs.settings }
    private var party: IdentityProviderSettings { settings.identityProvider }

    init(_ launch: LiveLaunch) throws {
        var inputs = try LiveInputs(launch)
        inputs.settings.identityProvider.metadata =
            launch.metadata ?? inputs.settings.identityProvider.metadata
        self.inputs = inputs
    }

    func run(_ write: @escaping (String) throws -> Void) throws -> Int32 {
        // The selection is judged before anything is sent.
        let plan = try IdentityProviderPlan(inputs.selection, known: inputs.known)
        if launch.isList {
            try LiveListing(plan).write(as: launch.reports.first?.format ?? .text, write)
            return 0
        }
        guard let source = party.metadata else {
            throw CommandError(.invalid, "name the identity provider's metadata by --metadata or in --config")
        }
        guard launch.signsNobodyIn || !settings.signIn.isEmpty else {
            throw CommandError(
                .invalid, "say in 'signIn' of the configuration how a user signs in, or give --no-sign-in")
        }
        let keys = try inputs.keys()
        return try inputs.report(to: write) { try test(keys, plan, at: source) }
    }

    private func test(_ keys: LiveKeys, _ plan: IdentityProviderPlan, at source: String) throws -> LiveResult {
        let us = try keys.serviceProvider()
        let (client, provider) = try provider(source)
        var head = LiveResult(
            name: settings.name ?? provider.entityID, entityID: provider.entityID, address: provider.singleSignOn,
            tool: "tvsim \(SimulatorVersion.current)", catalogue: Self.catalogue,
            started: TimeText.format(LiveProgram.now()), keys: .init(signing: keys.fingerprint))
        head.requests = client.pace.requests
        let environment = ProcessInfo.processInfo.environment
        var options = IdentityProviderRun.Options()
        (options.settings, options.known, options.keys) = (party, inputs.known, keys.keys)
        options.plan = plan
        options.credentials = settings.signIn.pages.flatMap(\.fill).compactMap { entry in
            entry.variable.map { environment[$0] ?? "" } ?? entry.value
        }
        options.now = LiveProgram.now
        options.progress = inputs.progress(naming: client.kept)
        client.kept?.secrets = settings.signIn.pages.flatMap(\.fill).compactMap(\.variable).compactMap {
            environment[$0]
        }
        let profiles = FileManager.default.temporaryDirectory.appending(path: "tvsim-live-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: profiles) }
        var user: (any SignIn)?
        if let command = settings.signIn.command {
            user = CommandSignIn(command, folder: profiles, environment: environment)
        } else {
            user = PageSignIn(over: client, pages: settings.signIn.pages, for: us, environment: environment)
        }
        if launch.signsNobodyIn { user = nil }
        return try IdentityProviderRun(client, as: us, at: provider, user: user, head: head, options: options).run()
    }

    /// Reads the metadata, and returns them with a client for the addresses that the user named.
    ///
    /// A file names the identity provider's addresses. A document from the network may lead only to the host from which
    /// it came and to `hosts`, because it could name a machine of the user's network.
    private func provider(_ source: String) throws -> (LiveClient, IdentityProviderMetadata) {
        let hosts = try LiveInputs.addresses(of: party.hosts)
        guard source.contains("://") else {
            let read = try Self.metadata(Data(try NamedFile.read(source)), of: source)
            return (
                try LiveProgram.client(opening: hosts + read.locations.compactMap { WebAddress($0) }, launch, settings),
                read
            )
        }
        let address = try LiveInputs.address(source)
        let client = try LiveProgram.client(opening: hosts + [address], launch, settings)
        return (client, try Self.metadata(try LiveInputs.metadata(at: address, over: client), of: address.place))
    }

    private static func metadata(_ document: Data, of place: String) throws(CommandError) -> IdentityProviderMetadata {
        do throws(XMLError) {
            return try IdentityProviderMetadata(document)
        } catch {
            throw CommandError(.malformed, "\(place): \(error.description)")
        }
    }

    /// The digest of what every request is, and of what is expected of it.
    private static var catalogue: String {
        "sha256:" + Hexadecimal.sha256(of: RequestCase.all.map { "\($0.name) \($0.expected)\n" }.joined())
    }
}
