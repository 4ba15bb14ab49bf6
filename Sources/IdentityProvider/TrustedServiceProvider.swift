import Foundation
import SAML
package import XMLSecurity

/// The service provider whose requests the providers answer.
package struct TrustedServiceProvider: Sendable {
    /// Its entity identifier.
    package let entityID: String
    /// Where its answers go, unless a request says otherwise.
    package let assertionConsumerService: String
    /// Where answers to its logout requests go.
    package let logoutResponseService: String
    /// The certificates that its requests are believed by.
    package let certificates: [TrustedCertificate]

    /// Creates the trust.
    package init(
        entityID: String, assertionConsumerService: String, logoutResponseService: String,
        certificates: [TrustedCertificate]
    ) {
        self.entityID = entityID
        self.assertionConsumerService = assertionConsumerService
        self.logoutResponseService = logoutResponseService
        self.certificates = certificates
    }

    /// What a verification token is worth.
    enum Judgement {
        /// There is none: nobody vouches for the app, and the answer is to the query itself.
        case absent
        /// It is the service provider's own request, made for these requesters: the answer is to this request.
        case accepted(requestID: String, requesters: [String])
        /// It is not.
        case refused(reason: String)
    }

    /// Judges a verification token: the Base64 of a request that the service provider signed.
    func judge(_ verificationToken: String?) -> Judgement {
        guard let verificationToken else { return .absent }
        guard let data = Data(base64Encoded: verificationToken),
            let xml = String(data: data, encoding: .utf8)
        else { return .refused(reason: "the verification token is not the Base64 of a text") }
        do {
            let request = try AuthnRequest(xml: xml, signedBy: certificates)
            guard request.issuer.isExactly(entityID) else {
                return .refused(reason: "the request was issued by '\(request.issuer)', not by '\(entityID)'")
            }
            return .accepted(requestID: request.id, requesters: request.requesterIDs)
        } catch {
            return .refused(reason: "the verification token is no request of '\(entityID)': \(error)")
        }
    }
}
