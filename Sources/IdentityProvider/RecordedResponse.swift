import Foundation
import SAML

extension Provider {
    /// Gives a response that was written down, word for word, whoever is asked about.
    ///
    /// The status that goes with it is the one that it tells itself; what cannot be read tells none.
    func recordedAnswer(_ response: String) -> (ProviderAnswer, reason: String) {
        let status = (try? ResponseInspection(Data(response.utf8)))?.statusCodes.first
        if let status, status != SAMLStatusCode.success {
            return (.rejected(status: status, body: response), "the provider refuses by the response that it was given")
        }
        return (.answered(status: status, body: response), "the provider answers with the response that it was given")
    }
}
