import Foundation
import SAML

extension Provider {
    /// Returns a recorded response unchanged, for any subscriber (Differences, P-29).
    ///
    /// The status is that of the response itself; `nil` if the response cannot be parsed.
    func recordedAnswer(_ response: String) -> (ProviderAnswer, reason: String) {
        let status = (try? ResponseInspection(Data(response.utf8)))?.statusCodes.first
        if let status, status != SAMLStatusCode.success {
            return (
                .rejected(status: status, body: response), "the provider answers with its 'samlResponse', a refusal"
            )
        }
        return (.answered(status: status, body: response), "the provider answers with its 'samlResponse'")
    }
}
