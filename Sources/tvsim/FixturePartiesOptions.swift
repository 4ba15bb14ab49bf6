import ArgumentParser
import Foundation
import TVSimFixtures
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import TVSimXMLSecurity

/// The options for fixtures of other parties than those of the catalogue.
struct FixturePartiesOptions: ParsableArguments {
    @Option(help: "The entity ID of your service provider. Default: the simulated service's.")
    var audience: String?
    @Option(help: "The address of your assertion consumer. Default: the simulated service's.")
    var recipient: String?
    @Option(help: "The entity ID of the identity provider. Default: a simulated provider's.")
    var issuer: String?
    @Option(
        help: """
            The identity provider's RSA key (PEM); 'provider.pem' is then a new certificate of it. Default: the \
            simulated provider's key, which is public.
            """)
    var privateKey: PEMFile?
    @Option(help: "The instant at which the cases are evaluated. Default: 2026-01-01T00:00:00Z.")
    var at: String?

    /// Returns the parties.
    ///
    /// - Throws: ``CommandError`` if a value is empty or malformed, or the key cannot be used.
    func parties() throws(CommandError) -> FixtureParties {
        var parties = FixtureParties()
        for (name, value) in [("audience", audience), ("recipient", recipient), ("issuer", issuer)]
        where value?.isEmpty ?? false {
            throw CommandError(.invalid, "--\(name) must not be empty")
        }
        parties.audience = audience ?? parties.audience
        parties.recipient = recipient ?? parties.recipient
        parties.issuer = issuer ?? parties.issuer
        if let at { parties.instant = try CommandArguments.moment(at) }
        guard let privateKey else { return parties }
        let text = try NamedFile.readText(privateKey.path)
        do throws(XMLError) { parties.keys = try FixtureParties.Keys(privateKey: text) } catch {
            throw CommandError(.malformed, "\(NamedFile.shown(privateKey.path)): \(error)")
        }
        return parties
    }
}
