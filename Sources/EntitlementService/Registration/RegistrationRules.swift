import Crypto
import EntitlementAPI
import Foundation

/// What registration and access tokens share.
enum RegistrationRules {
    /// Refuses a request without device information, in the words of registration.
    static func requireDeviceInformation(_ request: ServiceRequest) throws {
        guard (try? request.deviceInformation()) != nil else {
            throw Refusal(
                registration: .invalidRequest, "X-Device-Info is missing, or is not the Base64 of a JSON object.")
        }
    }

    /// Returns what is kept of a client's secret.
    static func digest(_ secret: String) -> String {
        Data(SHA256.hash(data: Data(secret.utf8))).base64EncodedString()
    }
}
