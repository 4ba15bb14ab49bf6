package import TVSimStructuredText
import TVSimXMLSecurity

extension ServiceConfiguration {
    /// A service provider and its integrations with MVPDs.
    package struct Requestor: Sendable {
        /// The identifier, such as `REF30`.
        package let id: RequestorID
        /// The integrations, in the order in which pickers show them.
        package var integrations: [Integration]
        /// The PEM certificate whose key encrypts user metadata; `nil` if the service provider uploaded none.
        package var certificate: String?
        /// The keys of encrypted user metadata; `nil` for the keys that the documentation requires to be encrypted.
        ///
        /// Without a certificate, these keys are omitted from profiles.
        package var encryptedMetadata: [String]?
        /// The PEM certificate that verifies service tokens of the apps' own identity service; `nil` if no such token is
        /// accepted.
        package var serviceTokenCertificate: String?
        /// Whether the SDK's `preauthorize` gives the reason of a denial; REST API V2 always does.
        package var enhancedErrors = true
        /// The domains to which browsers may be redirected; an empty list allows every domain.
        package var domains: [String] = []
        /// The variants of the configuration that apps select by name.
        package var applicationProfiles: [ApplicationProfile] = []

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
