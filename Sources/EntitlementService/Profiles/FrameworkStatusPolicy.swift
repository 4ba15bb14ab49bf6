import EntitlementAPI
import Foundation
import Identifiers
import XMLSecurity

/// Decides what a partner framework status is worth.
///
/// The status is valid when permission is granted, the provider's id maps to an MVPD of the service provider, and the
/// expiration, if it is given, lies in the future. The failures map to the `invalid_header_pfs_…` codes one by one; the
/// first that applies is the answer.
enum FrameworkStatusPolicy {
    /// What a status is worth.
    enum Verdict: Sendable {
        /// The person is signed in to the provider that an integration maps to: the one with which a new sign-in would be.
        case valid(Integration)
        /// The status proves nothing.
        case invalid(EnhancedErrorCode, reason: String)

        /// Whether the person is signed in to the provider that an integration maps to.
        ///
        /// One provider may stand for several MVPDs: a new sign-in is with the first of them, and profiles of all count.
        func vouches(for integration: Integration) -> Bool {
            guard case .valid(let named) = self, let provider = named.platformMappingID else { return false }
            return integration.platformMappingID == provider
        }
    }

    /// Judges a header's value.
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
                reason: "The partner framework status is not the Base64 of its JSON.")
        }
        if let failure = permissionFailure(status.frameworkPermissionInfo?.accessStatus) { return failure }
        guard let id = status.frameworkProviderInfo?.id, let integration = requestor.integration(platformMappingID: id)
        else {
            return .invalid(
                .invalidHeaderPFSProviderIDNotDetermined,
                reason: "The partner framework status names no provider that '\(requestor.id)' maps to an MVPD.")
        }
        if let failure = expirationFailure(status.frameworkProviderInfo?.expirationDate, at: now) { return failure }
        return .valid(integration)
    }

    /// The integration to which the provider maps that a status names, whatever else it says; `nil`: it names none.
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
                reason: "Nobody has yet decided about access to the subscription.")
        default:
            .invalid(
                .invalidHeaderPFSPermissionAccessNotPresent,
                reason: "The partner framework status names no access status.")
        }
    }

    /// A date that is absent counts as "not expired"; one that is not the usual text of a number of milliseconds counts as
    /// expired.
    private static func expirationFailure(_ text: String?, at now: Date) -> Verdict? {
        guard let text else { return nil }
        guard let milliseconds = Int64(text), String(milliseconds) == text else {
            return .invalid(
                .invalidHeaderPFSProviderInfoExpired, reason: "The expiration is no text of milliseconds.")
        }
        guard now < Milliseconds(milliseconds).instant else {
            return .invalid(
                .invalidHeaderPFSProviderInfoExpired, reason: "The provider information has expired.")
        }
        return nil
    }
}

extension ServiceConfiguration.Requestor {
    /// Returns the integration that a platform's identifier maps to, compared exactly.
    ///
    /// Of several, the first with which people sign in through the platform, else the first that it lists, else an active
    /// one before others: what an app does that reads the configuration.
    func integration(platformMappingID id: ProviderID) -> Integration? {
        let mapped = integrations.filter { $0.platformMappingID == id }
        let active = mapped.filter(\.enabled)
        return active.first { $0.singleSignOn && $0.boardingStatus == .supported }
            ?? active.first { $0.singleSignOn && $0.boardingStatus == .picker } ?? active.first ?? mapped.first
    }
}
