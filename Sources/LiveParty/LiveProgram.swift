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
            return try ServiceProviderTest(launch).run(write)
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
        pace.interruption = Interruption()
        let client = LiveClient(
            over: channel, to: allowed, pace: pace, run: String(forgedName().suffix(8)), contact: settings.contact)
        client.kept = try launch.keepMessages.map { folder throws(CommandError) in try KeptMessages(in: folder) }
        return client
    }

    /// Returns the machine's time.
    static func now() -> Date { WallClock.now() }

    /// Returns a name that exists nowhere.
    static func forgedName() -> String {
        "tvsim-forged-" + SecureRandom.bytes(4).map { String(format: "%02x", $0) }.joined()
    }
}
