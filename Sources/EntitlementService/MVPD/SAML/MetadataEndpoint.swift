import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimSAML
import TVSimStateStorage
import TVSimXMLSecurity

/// `GET /sp/saml/metadata`: returns the service's metadata for identity providers (SAML Metadata 2.0, 2.4.4).
struct MetadataEndpoint: OpenEndpoint {
    let context: ServiceContext

    func answer(_ request: ServiceRequest) throws -> ServiceAnswer {
        let configuration = try simulation.store.read { try context.configuration(in: $0) }
        let metadata = EntityMetadata(
            entityID: configuration.saml.entityID.rawValue,
            role: .serviceProvider(assertionConsumers: [
                .init(.post, request.served.address(of: configuration.saml.assertionConsumer))
            ]),
            singleLogout: [.init(.redirect, request.served.address(of: configuration.saml.logoutResponseService))],
            certificates: [try ServiceKeys.saml().certificate])
        var answer = ServiceAnswer(status: 200, outcome: "metadata", reason: "The metadata is public.")
        answer.fields[.contentType] = "application/samlmetadata+xml"
        answer.body = Data(metadata.xml().utf8)
        return answer
    }
}
