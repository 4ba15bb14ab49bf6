import Foundation
import TVSimCryptography

/// Rules that registration and access tokens share.
enum RegistrationRules {
    /// Returns the stored form of a client's secret.
    static func digest(_ secret: String) -> String {
        Hash.sha256.digest(of: Data(secret.utf8)).base64EncodedString()
    }
}
