import Foundation
import TVSimProviderMessages
import TVSimSAML

extension Provider {
    /// Returns a recorded response unchanged, for any subscriber (Differences, P-29).
    ///
    /// The status is that of the response itself; `nil` if the response cannot be parsed.
    func recordedReply(_ body: String) -> (ProviderReply, reason: String) {
        let status = (try? ResponseInspection(Data(body.utf8)))?.statusCodes.first
        let response = ProviderResponse(scheme: .saml, status: status, body: body)
        if let status, status != SAMLStatusCode.success {
            return (.rejected(response), "the provider answers with its 'samlResponse', a refusal")
        }
        return (.answered(response), "the provider answers with its 'samlResponse'")
    }
}
