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

    /// Schemes that are no addresses but programs or documents: nobody is sent there.
    private static let refusedSchemes: Set<String> = ["javascript", "data", "vbscript"]

    /// Whether a text is an absolute URI without a fragment (RFC 6749 § 3.1.2), in the characters of RFC 3986 § 2.
    static func isAddress(_ text: String) -> Bool {
        guard text.utf8.count <= RequestLimits.target, text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }),
            let url = URL(string: text), let scheme = url.scheme?.lowercased(), !refusedSchemes.contains(scheme)
        else { return false }
        if ["http", "https"].contains(scheme), url.host?.isEmpty != false { return false }
        return !scheme.isEmpty && url.fragment == nil && text.utf8.count > scheme.utf8.count + 1
    }

    /// Returns what is kept of a client's secret.
    static func digest(_ secret: String) -> String {
        Data(SHA256.hash(data: Data(secret.utf8))).base64EncodedString()
    }
}
