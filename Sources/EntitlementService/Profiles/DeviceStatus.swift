package import Foundation
import HTTPTypes
package import TVSimEntitlementAPI
package import TVSimStructuredText

/// What the framework of the simulated device would tell an app at this moment.
///
/// The service does not know the device. The world has both, so it supplies the status if the configuration has
/// `checksDevice`.
package struct DeviceStatus: Sendable, Hashable {
    /// The access status.
    package let access: PartnerFrameworkStatus.AccessStatus
    /// The account's provider; `nil` if the framework would name none.
    package let provider: ProviderID?
    /// When the authentication expires, or ``PartnerFrameworkStatus/never``; `nil` if the framework would hide the date.
    package let expires: Date?

    /// Creates a status.
    package init(access: PartnerFrameworkStatus.AccessStatus, provider: ProviderID?, expires: Date?) {
        (self.access, self.provider, self.expires) = (access, provider, expires)
    }

    /// Returns the device's status for an app.
    ///
    /// - Throws: `StateError` if the device cannot be read.
    package typealias Source = @Sendable (_ bundleID: String) throws -> DeviceStatus

    /// Returns the refusal of a status that the device would not have given; `nil` if the device could have given it.
    ///
    /// Only what the app states is compared: it may leave out what it did not ask the framework.
    ///
    /// Differences, S-115.
    func refusal(of status: PartnerFrameworkStatus) -> Refusal? {
        guard let stated = status.frameworkPermissionInfo?.accessStatus else { return nil }
        guard stated == access else {
            // A status that grants nothing gets its own code, any other the code of the truth.
            let honest = stated == .granted ? access : stated
            return refusal(
                honest == .notDetermined
                    ? .invalidHeaderPFSPermissionAccessNotDetermined : .invalidHeaderPFSPermissionAccessNotGranted,
                .accessStatus, found: Naming.quoted(stated.rawValue))
        }
        guard stated == .granted, let info = status.frameworkProviderInfo, let id = info.id else { return nil }
        let found = Naming.quoted(id.rawValue)
        guard let provider else { return refusal(.invalidHeaderPFSProviderIDNotDetermined, .providerID, found: found) }
        guard id == provider else { return refusal(.invalidHeaderPFSProviderIDMismatch, .providerID, found: found) }
        guard !agrees(with: info.expirationDate) else { return nil }
        let date = info.expirationDate ?? ""
        return refusal(
            .invalidHeaderPFSProviderInfoExpired, .expirationDate,
            found: Int64(date).map { Naming.instant(Double($0) / 1000) } ?? Naming.quoted(date))
    }

    /// Returns whether a stated expiration is the device's; clients may round to seconds.
    private func agrees(with stated: String?) -> Bool {
        guard let stated else { return true }
        guard let expires, let milliseconds = Int64(stated) else { return false }
        return abs(Milliseconds(milliseconds).instant.timeIntervalSince(expires)) < 1
    }

    private func refusal(_ code: EnhancedErrorCode, _ check: InputCheck, found: String) -> Refusal {
        let ends = expires.flatMap { $0 == PartnerFrameworkStatus.never ? nil : $0 }
        let end = ends.map { "until \(TimeText.format($0))" } ?? "no expiration"
        let account = provider.map { "provider '\($0)', \(end)" } ?? "no provider"
        return Refusal(
            code,
            InputFate(
                HTTPField.Name.frameworkStatus.rawName, check, found: found,
                expected: "what the device would say: access \(access.rawValue), \(account)"))
    }
}
