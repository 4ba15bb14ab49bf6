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
    private let launch: LiveLaunch
    private let settings: LiveSettings
    private let known: KnownDifferences
    private var party: IdentityProviderSettings { settings.identityProvider }

    init(_ launch: LiveLaunch) throws {
        self.launch = launch
        var settings = try launch.config.map { try LiveSettings(file: $0) } ?? LiveSettings()
        settings.keys = launch.keys ?? settings.keys
        settings.contact = launch.contact ?? settings.contact
        settings.identityProvider.metadata = launch.metadata ?? settings.identityProvider.metadata
        self.settings = settings
        known = try launch.known.map { try KnownDifferences(file: $0) } ?? KnownDifferences()
    }

    func run(_ write: @escaping (String) throws -> Void) throws -> Int32 {
        var selection = LiveSelection()
        (selection.only, selection.skip) = (launch.only, launch.skip)
        // The selection is judged before anything is sent.
        let plan = try IdentityProviderPlan(selection, known: known)
        if launch.isList {
            try write(plan.list.map { $0.onOneLine + "\n" }.joined())
            return 0
        }
        guard let source = party.metadata else {
            throw CommandError(.invalid, "name the identity provider's metadata by --metadata or in --config")
        }
        guard let folder = settings.keys else {
            throw CommandError(.invalid, "name the folder of keys by --keys; 'tvsim live keys --output DIR' makes one")
        }
        guard launch.signsNobodyIn || !settings.signIn.isEmpty else {
            throw CommandError(
                .invalid, "say in 'signIn' of the configuration how a user signs in, or give --no-sign-in")
        }
        let keys = try LiveKeys.read(folder, at: LiveProgram.now())
        let us = try keys.serviceProvider()
        let inputs = [launch.config, launch.known, launch.compare].compactMap(\.self)
        let earlier = try launch.compare.map(LiveProgram.result)
        let outputs = try ReportOutputs(launch.reports, keeping: inputs, write)
        let (client, provider) = try provider(source)
        var head = LiveResult(
            name: settings.name ?? provider.entityID, entityID: provider.entityID, address: provider.singleSignOn,
            tool: "tvsim \(SimulatorVersion.current)", catalogue: Self.catalogue,
            started: TimeText.format(LiveProgram.now()), keys: .init(signing: keys.fingerprint))
        head.requests = client.pace.requests
        let environment = ProcessInfo.processInfo.environment
        var options = IdentityProviderRun.Options()
        (options.settings, options.known, options.keys) = (party, known, keys.keys)
        options.plan = plan
        options.credentials = settings.signIn.pages.flatMap(\.fill).compactMap { entry in
            entry.variable.map { environment[$0] ?? "" } ?? entry.value
        }
        options.now = LiveProgram.now
        if isatty(STDERR_FILENO) == 1 {
            options.progress = { Trouble.show("\r\u{1B}[K\($0.onOneLine.prefix(76))\r") }
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
        var result = try IdentityProviderRun(client, as: us, at: provider, user: user, head: head, options: options)
            .run()
        if let earlier { result.compare(with: earlier) }
        try outputs.write(result.report(verbose: launch.isVerbose))
        if let file = launch.writeKnown {
            try NamedFile.write(KnownDifferences.text(of: result), to: file, keeping: inputs)
        }
        if let stopped = result.stopped { Trouble.tell(stopped) }
        return result.exitStatus
    }

    /// Reads the metadata, and returns them with a client for the addresses that the user named.
    ///
    /// A file names the identity provider's addresses. A document from the network may lead only to the host from which
    /// it came and to `hosts`, because it could name a machine of the user's network.
    private func provider(_ source: String) throws -> (LiveClient, IdentityProviderMetadata) {
        let hosts = party.hosts.flatMap { ["https://\($0)/", "http://\($0)/"] }.compactMap { WebAddress($0) }
        guard source.contains("://") else {
            let read = try Self.metadata(Data(try NamedFile.read(source)), of: source)
            return (
                try LiveProgram.client(opening: hosts + read.locations.compactMap { WebAddress($0) }, launch, settings),
                read
            )
        }
        guard let address = WebAddress(source) else {
            throw CommandError(.malformed, "invalid address '\(source.onOneLine)' of the metadata")
        }
        let client = try LiveProgram.client(opening: hosts + [address], launch, settings)
        guard let answer = try? client.send(to: address), answer.status == 200 else {
            throw CommandError(.unavailable, "the metadata cannot be read from '\(address.place)'")
        }
        return (client, try Self.metadata(answer.body, of: address.place))
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
