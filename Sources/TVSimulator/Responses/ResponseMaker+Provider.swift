import EntitlementService
package import Foundation
import Identifiers
import IdentityProvider
import SAML
package import SimulatedWorld

extension ResponseMaker {
    /// Creates a maker of the response with which a provider of a world tells the service about a subscriber.
    ///
    /// The issuer, the key, the name and the attributes are the provider's, and audience and recipient are the
    /// service's. The response answers the newest request that the service has sent to the provider by the partner's
    /// framework, if one is pending. A defect in the provider's own settings does not apply.
    ///
    /// - Parameters:
    ///   - id: The provider's identifier.
    ///   - name: The subscriber; `nil` for the provider's first one.
    ///   - instant: The time of issue; `nil` for the device's clock.
    ///   - device: The device with the world.
    /// - Throws: `CommandError` if the world has no such provider or subscriber; `StateError` if the state cannot be
    ///   read.
    package init(of id: String, as name: String?, at instant: Date?, in device: SelectedDevice) throws {
        let provider = try device.provider(id)
        let subscriber = try device.subscriber(name, of: provider)
        let configuration = try device.world.service.configuration()
        self.init(at: try instant ?? device.now())
        signing.keyNumber = provider.keyNumber
        content.issuer = provider.entityID.rawValue
        content.audiences = [configuration.entityID.rawValue]
        content.recipient = configuration.assertionConsumer
        content.nameID = subscriber.userID.rawValue
        content.attributes = subscriber.samlAttributes.map { .init($0.name, $0.values) }
        let awaited = try device.world.service.awaitedRequest(from: ProviderID(provider.identifier))
        content.inResponseTo = awaited ?? configuration.partnerRequestID ?? content.inResponseTo
    }

    /// The certificate, in PEM, that verifies the signatures of this maker.
    package var ownCertificate: String {
        signing.certificate ?? SigningKeys.certificate(number: signing.keyNumber)
    }
}
