package import Foundation
package import TVSimStructuredText

/// The value of `AP-Partner-Framework-Status`: the status of the partner's framework on the device, as JSON in Base64.
package struct PartnerFrameworkStatus: Sendable, Hashable, Codable {
    /// The permission of the app to access the subscription.
    package struct AccessStatus: WireWord {
        package let rawValue: String

        /// Creates a status from its value on the wire, which may be unknown.
        package init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The user granted access.
        package static let granted = AccessStatus(rawValue: "granted")
        /// The user denied access.
        package static let denied = AccessStatus(rawValue: "denied")
        /// The device's settings restrict access.
        package static let restricted = AccessStatus(rawValue: "restricted")
        /// The user has not been asked.
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

    /// The framework's information about the permission.
    package struct PermissionInfo: Sendable, Hashable, Codable {
        /// The permission.
        package var accessStatus: AccessStatus?
        /// The error of the permission request; `nil` if it succeeded.
        package var error: FrameworkError?

        /// Creates the information.
        package init(accessStatus: AccessStatus?, error: FrameworkError? = nil) {
            self.accessStatus = accessStatus
            self.error = error
        }
    }

    /// The framework's information about the TV provider.
    package struct ProviderInfo: Sendable, Hashable, Codable {
        /// The provider's identifier (platform mapping id).
        package var id: ProviderID?
        /// The expiration of the sign-in in milliseconds since 1970, as a text; `nil` if it is unknown.
        package var expirationDate: String?
        /// The error of the account request; `nil` if it succeeded.
        package var error: FrameworkError?

        /// Creates the information.
        package init(id: ProviderID? = nil, expirationDate: String? = nil, error: FrameworkError? = nil) {
            self.id = id
            self.expirationDate = expirationDate
            self.error = error
        }

        /// Creates the information of a provider; `expires` is `nil` if the expiration is unknown.
        package init(id: ProviderID, expires: Date?) {
            self.init(id: id, expirationDate: expires.map { String(Milliseconds($0).value) })
        }

        /// Reads the information; an expiration that is not a text becomes an empty text, which is invalid.
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

    /// The expiration of an account that never expires: the header requires a date, and the framework gives none.
    ///
    /// Differences, H-46.
    package static let never = Date.distantFuture

    /// The framework's information about the permission.
    package var frameworkPermissionInfo: PermissionInfo?
    /// The framework's information about the TV provider.
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

    /// The value on the wire.
    package var headerValue: String {
        // The value contains only texts, so encoding cannot fail.
        ((try? WireCoding.encode(self)) ?? Data("{}".utf8)).base64EncodedString()
    }
}
