package import EntitlementAPI
package import Foundation
import SimulatedDevice

/// The system-level account, as the framework showed it to the app.
package struct SystemProfile: Sendable, Equatable {
    /// The account provider identifier.
    package let provider: String
    /// When the authentication ends; `nil`: not known, or never.
    package let expires: Date?

    /// Creates what the framework would show.
    package init(provider: String, expires: Date?) {
        self.provider = provider
        self.expires = expires
    }

    /// The status that the app reports to the service.
    package var frameworkStatus: PartnerFrameworkStatus {
        PartnerFrameworkStatus(
            permission: .init(accessStatus: .granted), provider: .init(id: provider, expires: expires))
    }
}

/// What the framework showed of the system-level account.
package enum SystemReading: Sendable {
    /// Somebody is signed in, the framework named the provider, and the authentication has not ended.
    case signedIn(SystemProfile)
    /// One of the first three conditions does not hold.
    case stopped(ExchangeStop)
}

extension SSOBridge {
    /// Whether the app's person asked for the sign-in and may be interrupted.
    package enum Mode: Sendable, Equatable {
        /// Nobody may be asked anything.
        case silent
        /// The person may be asked for access, and may choose among these providers (platform mapping ids).
        case interactive(providers: [String], featured: [String])

        var isSilent: Bool { self == .silent }
    }
}
