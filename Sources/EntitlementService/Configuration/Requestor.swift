package import Identifiers
import XMLSecurity

extension ServiceConfiguration {
    /// One service provider, and the MVPDs that it integrates.
    package struct Requestor: Sendable, Hashable {
        /// The identifier, such as `REF30`.
        package let id: RequestorID
        /// The integrations, in the order in which pickers show them.
        package var integrations: [Integration]
        /// The certificate for whose key user metadata is encrypted, PEM; `nil` where none was uploaded.
        package var certificate: String?
        /// The keys of user metadata that are encrypted; `nil` for those that the documentation demands it for, which are
        /// left out without a certificate.
        package var encryptedMetadata: [String]?
        /// The certificate of the identity service whose service tokens are believed, PEM; `nil` where none are.
        package var serviceTokenCertificate: String?
        /// Whether the SDK's `preauthorize` tells why a resource may not be watched; REST API V2 always does.
        package var enhancedErrors = true
        /// The domains to which browsers may be sent back; any where the list is empty.
        package var domains: [String] = []

        /// Creates a requestor.
        package init(id: RequestorID, integrations: [Integration] = []) {
            self.id = id
            self.integrations = integrations
        }

        /// Returns the integration with an MVPD, enabled or not.
        package func integration(_ mvpd: MVPDID) -> Integration? {
            integrations.first { $0.mvpd == mvpd }
        }
    }
}
