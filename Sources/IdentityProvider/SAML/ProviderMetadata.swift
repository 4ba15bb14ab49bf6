import Foundation
import TVSimCore
import TVSimSAML
import TVSimXMLSecurity

/// A provider's SAML metadata, with which service providers configure themselves.
enum ProviderMetadata {
    /// The media type of the document (SAML Metadata 2.0, 4.1.1).
    static let contentType = "application/samlmetadata+xml"

    static func answer(at place: SiteContext) throws -> SiteAnswer {
        let provider = place.provider
        var names = Set(provider.subscribers.flatMap { $0.attributes.map(\.name) })
        names.insert("userID")
        let metadata = EntityMetadata(
            entityID: provider.entityID.rawValue,
            role: .identityProvider(
                singleSignOn: provider.singleSignOnBindings.map {
                    .init($0, place.served.address(of: provider.singleSignOnService))
                },
                attributes: names.sorted(), nameFormats: provider.nameFormats),
            singleLogout: [.init(.redirect, place.served.address(of: provider.singleLogoutService))],
            certificates: [try TrustedCertificate(pem: provider.certificate)])
        var answer = SiteAnswer(html: metadata.xml(), outcome: "metadata", reason: "the metadata is public")
        answer.contentType = contentType
        return answer
    }
}
