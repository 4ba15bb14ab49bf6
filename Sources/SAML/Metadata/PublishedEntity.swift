import Foundation
import TVSimXMLSecurity

/// What a validation takes from the metadata of one entity (SAML Metadata 2.0, 2.3.2, 2.4.3 and 2.4.4).
struct PublishedEntity {
    private static let namespace = "urn:oasis:names:tc:SAML:2.0:metadata"

    let entityID: String
    /// Whether it authenticates users (`IDPSSODescriptor`).
    let isIdentityProvider: Bool
    /// The addresses that accept responses by HTTP POST, each once; `nil` if it is not a service provider.
    let assertionConsumers: [String]?

    /// Reads metadata.
    ///
    /// - Throws: ``XMLError`` if the text is not the metadata of one entity.
    init(_ text: String) throws(XMLError) {
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        guard start.first == "<" else {
            throw XMLError(.structure, "The text is not SAML metadata: expected XML with <EntityDescriptor>.")
        }
        let entities = Self.entities(in: try XMLTree(Data(start.utf8)).root())
        guard entities.count == 1, let entity = entities.first else {
            throw XMLError(
                .structure,
                "The text is not SAML metadata of one entity: it has \(entities.count) elements <EntityDescriptor>.")
        }
        guard let name = entity.attribute("entityID"), !name.isEmpty else {
            throw XMLError(.structure, "The metadata has no entityID.")
        }
        entityID = name
        isIdentityProvider = entity.child("IDPSSODescriptor", Self.namespace) != nil
        let roles = entity.children("SPSSODescriptor", Self.namespace)
        let services = roles.flatMap { $0.children("AssertionConsumerService", Self.namespace) }
        let locations = services.filter { $0.attribute("Binding") == EntityMetadata.Binding.post.rawValue }
            .compactMap { $0.attribute("Location") }
        assertionConsumers =
            roles.isEmpty ? nil : locations.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Returns the entities of metadata, which may be grouped.
    private static func entities(in root: XMLElement) -> [XMLElement] {
        var (found, open): ([XMLElement], [XMLElement]) = ([], [root])
        while let element = open.popLast() {
            if element.isNamed("EntityDescriptor", namespace) {
                found.append(element)
            } else if element.isNamed("EntitiesDescriptor", namespace) {
                open += element.children.reversed()
            }
        }
        return found
    }

    /// Returns the address that must be the recipient of a response.
    ///
    /// - Throws: ``XMLError`` if the entity is not a service provider, or has no address or several.
    func recipient(orGiven option: String) throws(XMLError) -> String {
        guard let assertionConsumers else {
            throw XMLError(
                .structure,
                "The metadata of '\(entityID.prefix(256))' describes no service provider: it has no <SPSSODescriptor>.")
        }
        guard let only = assertionConsumers.first else {
            throw XMLError(
                .structure,
                "The metadata has no <AssertionConsumerService> with the binding HTTP-POST: give the address with \(option)."
            )
        }
        guard assertionConsumers.count == 1 else {
            let shown = assertionConsumers.prefix(8).map { "'\($0.prefix(256))'" }.joined(separator: ", ")
            throw XMLError(
                .structure,
                "The metadata has \(assertionConsumers.count) addresses for responses (\(shown)): choose one with \(option)."
            )
        }
        return only
    }
}
