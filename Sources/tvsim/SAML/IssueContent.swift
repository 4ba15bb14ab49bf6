import ArgumentParser
import TVSimIdentityProvider
import TVSimSAML
import TVSimStructuredText

/// The options for the content of a response.
struct IssueContent: ParsableArguments {
    @Option(help: row("issuer"))
    var issuer: String?
    @Option(
        name: .customLong("audience"),
        help: "An audience. If the option is repeated, one of them must match.")
    var audiences: [String] = []
    @Option(
        name: .customLong("further-audience"),
        help: "An audience in a separate restriction. If the option is repeated, all must match.")
    var furtherAudiences: [String] = []
    @Option(help: "The Recipient. If it is empty, the response has no subject confirmation.")
    var recipient: String?
    @Option(help: row("destination"))
    var destination: String?
    @Option(help: "The InResponseTo.")
    var inResponseTo: String?
    @Flag(help: row("unsolicited"))
    var unsolicited = false
    @Option(name: .customLong("name-id"), help: row("nameID"))
    var nameID: String?
    @Option(name: .customLong("name-id-format"), help: row("nameIDFormat"))
    var nameIDFormat: String?
    /// Pairs, and not the map of JSON: see ``attributes()``.
    @Option(help: ArgumentHelp("An attribute of the user. The option can be repeated.", valueName: "name=value"))
    var attribute: [String] = []
    @Option(help: row("attributeNameFormat"))
    var attributeNameFormat: String?
    @Option(
        name: .customLong("status"),
        help: "A status code, beginning with the top-level one. The option can be repeated.")
    var statuses: [String] = []
    @Option(help: row("statusMessage"))
    var statusMessage: String?
    @Option(help: row("responseID"))
    var responseID: String?
    @Option(help: row("assertionID"))
    var assertionID: String?
    @Option(help: row("authnContext"))
    var authnContext: String?
    @Option(help: row("sessionIndex"))
    var sessionIndex: String?
    @Flag(help: row("oneTimeUse"))
    var oneTimeUse = false
    @Option(parsing: .unconditional, help: row("proxyCount"))
    var proxyCount: Int?

    /// Reads attributes from `NAME=VALUE` pairs; pairs with the same name become one attribute with several values.
    func attributes() throws(CommandError) -> [ResponseMaker.Content.Attribute] {
        var attributes: [ResponseMaker.Content.Attribute] = []
        for pair in attribute {
            guard let equals = pair.firstIndex(of: "=") else {
                throw CommandError(.invalid, "invalid attribute '\(pair)': expected NAME=VALUE")
            }
            let (name, value) = (String(pair[..<equals]), String(pair[pair.index(after: equals)...]))
            if let position = attributes.firstIndex(where: { $0.name == name }) {
                attributes[position].values.append(value)
            } else {
                attributes.append(.init(name, [value]))
            }
        }
        return attributes
    }
}

/// The options for the times of a response.
struct IssueTimes: ParsableArguments {
    @Option(help: "The time of issue. Default: the current real time, or the device's clock with --provider.")
    var at: String?
    @Option(parsing: .unconditional, help: row("notBefore"))
    var notBefore: String?
    @Option(parsing: .unconditional, help: row("notOnOrAfter"))
    var notOnOrAfter: String?
    @Option(parsing: .unconditional, help: row("confirmationNotOnOrAfter"))
    var confirmationNotOnOrAfter: String?
    @Option(parsing: .unconditional, help: row("authnInstant"))
    var authnInstant: String?
    @Option(parsing: .unconditional, help: row("sessionNotOnOrAfter"))
    var sessionNotOnOrAfter: String?
}

private func row(_ key: String) -> ArgumentHelp { ArgumentHelp(ResponseMaker.fields, key) }
