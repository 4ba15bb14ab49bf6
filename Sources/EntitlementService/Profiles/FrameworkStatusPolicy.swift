import Foundation
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimXMLSecurity

/// Validates partner framework statuses.
///
/// A status is valid under three conditions. Access is granted, the provider's identifier maps to an MVPD of the
/// service provider, and the expiration is absent or in the future. Each failure has its own `invalid_header_pfs_…`
/// code; the first failure is the result.
enum FrameworkStatusPolicy {
    /// The result of a validation.
    enum Verdict: Sendable {
        /// The user is signed in to this integration's provider; a new sign-in would use this integration.
        case valid(Integration)
        /// The status is invalid.
        case invalid(EnhancedErrorCode, reason: String)

        /// Whether the user is signed in to an integration's provider.
        ///
        /// A provider may map to several MVPDs. A new sign-in uses the first, but profiles of all of them are valid.
        func vouches(for integration: Integration) -> Bool {
            guard case .valid(let named) = self, let provider = named.platformMappingID else { return false }
            return integration.platformMappingID == provider
        }
    }

    /// Validates the value of a header; `nil` if the header is missing.
    static func judge(
        _ header: String?, requestor: ServiceConfiguration.Requestor, at now: Date
    ) -> Verdict {
        guard let header else {
            return .invalid(
                .invalidHeaderPFSPermissionAccessNotPresent, reason: "The partner framework status is missing.")
        }
        guard let status = PartnerFrameworkStatus(headerValue: header) else {
            return .invalid(
                .invalidHeaderPFSPermissionAccessNotPresent,
                reason: "The partner framework status is not valid JSON in Base64.")
        }
        if let failure = permissionFailure(status.frameworkPermissionInfo?.accessStatus) { return failure }
        guard let id = status.frameworkProviderInfo?.id, let integration = requestor.integration(platformMappingID: id)
        else {
            return .invalid(
                .invalidHeaderPFSProviderIDNotDetermined,
                reason: "The partner framework status has no provider that maps to an MVPD of '\(requestor.id)'.")
        }
        if let failure = expirationFailure(status.frameworkProviderInfo?.expirationDate, at: now) { return failure }
        return .valid(integration)
    }

    /// Returns the integration of the provider in a status, even if the status is invalid; `nil` if the status names no
    /// known provider.
    static func named(_ header: String?, requestor: ServiceConfiguration.Requestor) -> Integration? {
        header.flatMap { PartnerFrameworkStatus(headerValue: $0) }?.frameworkProviderInfo?.id
            .flatMap(requestor.integration(platformMappingID:))
    }

    private static func permissionFailure(_ status: PartnerFrameworkStatus.AccessStatus?) -> Verdict? {
        switch status {
        case .granted?:
            nil
        case .denied?, .restricted?:
            .invalid(.invalidHeaderPFSPermissionAccessNotGranted, reason: "Access to the subscription is not granted.")
        case .notDetermined?:
            .invalid(
                .invalidHeaderPFSPermissionAccessNotDetermined,
                reason: "The user has not yet decided on access to the subscription.")
        default:
            .invalid(
                .invalidHeaderPFSPermissionAccessNotPresent,
                reason: "The partner framework status has no access status.")
        }
    }

    /// Returns the failure of an expiration date.
    ///
    /// A missing date counts as not expired. A date that is not a canonical number of milliseconds counts as expired.
    private static func expirationFailure(_ text: String?, at now: Date) -> Verdict? {
        guard let text else { return nil }
        guard let milliseconds = Int64(text), String(milliseconds) == text else {
            return .invalid(
                .invalidHeaderPFSProviderInfoExpired, reason: "The expiration is not a number of milliseconds.")
        }
        guard now < Milliseconds(milliseconds).instant else {
            return .invalid(
                .invalidHeaderPFSProviderInfoExpired, reason: "The provider information has expired.")
        }
        return nil
    }
}

extension ServiceConfiguration.Requestor {
    /// Returns the integration of a platform's provider identifier, compared exactly.
    ///
    /// Several integrations may match. The order of preference is: active with single sign-on and boarding status
    /// SUPPORTED, then PICKER, then active, then any. An app that reads the configuration does the same.
    func integration(platformMappingID id: ProviderID) -> Integration? {
        let mapped = integrations.filter { $0.platformMappingID == id }
        let active = mapped.filter(\.enabled)
        return active.first { $0.singleSignOn && $0.boardingStatus == .supported }
            ?? active.first { $0.singleSignOn && $0.boardingStatus == .picker } ?? active.first ?? mapped.first
    }
}
