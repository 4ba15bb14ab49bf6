package import Foundation
package import Identifiers

/// The value of `AP-Partner-Framework-Status`: what the partner's framework said on the device, as the Base64 of JSON.
package struct PartnerFrameworkStatus: Sendable, Hashable, Codable {
    /// Whether the app may ask for the subscription, in the partner's words.
    package struct AccessStatus: WireWord {
        package let rawValue: String

        /// Creates a status from its word, which may be unknown.
        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The person allowed it.
        package static let granted = AccessStatus(rawValue: "granted")
        /// The person refused it.
        package static let denied = AccessStatus(rawValue: "denied")
        /// The device's settings forbid it.
        package static let restricted = AccessStatus(rawValue: "restricted")
        /// The person has not been asked.
        package static let notDetermined = AccessStatus(rawValue: "notDetermined")
        /// The known statuses.
        package static let allCases: [AccessStatus] = [.granted, .denied, .restricted, .notDetermined]
    }

    /// An error of the framework.
    package struct FrameworkError: Sendable, Hashable, Codable {
        /// The error's code.
        package var code: String?
        /// The error's text.
        package var message: String?

        /// Creates an error.
        package init(code: String?, message: String?) {
            self.code = code
            self.message = message
        }
    }

    /// What the framework said about the permission.
    package struct PermissionInfo: Sendable, Hashable, Codable {
        /// The permission.
        package var accessStatus: AccessStatus?
        /// What went wrong while asking.
        package var error: FrameworkError?

        /// Creates the information.
        package init(accessStatus: AccessStatus?, error: FrameworkError? = nil) {
            self.accessStatus = accessStatus
            self.error = error
        }
    }

    /// What the framework said about the TV provider.
    package struct ProviderInfo: Sendable, Hashable, Codable {
        /// The provider, by its platform mapping id.
        package var id: ProviderID?
        /// Until when the sign-in holds: milliseconds since 1970, as a text.
        package var expirationDate: String?
        /// What went wrong while asking.
        package var error: FrameworkError?

        /// Creates the information.
        package init(id: ProviderID? = nil, expirationDate: String? = nil, error: FrameworkError? = nil) {
            self.id = id
            self.expirationDate = expirationDate
            self.error = error
        }

        /// Creates the information of a provider that is signed in until an instant, or without a known end.
        package init(id: ProviderID, expires: Date?) {
            self.init(id: id, expirationDate: expires.map { String(Milliseconds($0).value) })
        }

        /// Reads the information; an expiration that is not a text becomes an empty text, which is an invalid instant.
        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decodeIfPresent(ProviderID.self, forKey: .id)
            error = try container.decodeIfPresent(FrameworkError.self, forKey: .error)
            do {
                expirationDate = try container.decodeIfPresent(String.self, forKey: .expirationDate)
            } catch {
                expirationDate = ""
            }
        }
    }

    /// What the framework said about the permission.
    package var frameworkPermissionInfo: PermissionInfo?
    /// What the framework said about the TV provider.
    package var frameworkProviderInfo: ProviderInfo?

    /// Creates a status.
    package init(permission: PermissionInfo?, provider: ProviderInfo?) {
        frameworkPermissionInfo = permission
        frameworkProviderInfo = provider
    }

    /// Reads a header; `nil` if it is not the Base64 of such a JSON object.
    package init?(headerValue: String) {
        guard let data = Data(base64Encoded: headerValue),
            let status = try? WireCoding.decode(PartnerFrameworkStatus.self, from: data)
        else { return nil }
        self = status
    }

    /// The header as it stands on the wire.
    package var headerValue: String {
        // The value holds texts only, which always encode.
        ((try? WireCoding.encode(self)) ?? Data("{}".utf8)).base64EncodedString()
    }
}
