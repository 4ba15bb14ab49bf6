import Foundation
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

@testable import TVSimEntitlementService

@Suite("A service that checks the device")
struct DeviceStatusTests {
    private static let end = Date(timeIntervalSince1970: 1_800_000_000.25)
    private static let signedIn = DeviceStatus(
        access: .granted, provider: "Cablevision", expires: end)

    struct Row: Sendable {
        var device = signedIn
        var access = "granted"
        var provider: ProviderID? = "Cablevision"
        var expires: String? = "1800000000250"
        /// The error's name; `nil` if the status is accepted.
        var error: String?
    }

    private static let signedOut = DeviceStatus(access: .granted, provider: nil, expires: nil)

    static let rows = [
        Row(), Row(provider: nil, expires: nil), Row(expires: nil),
        Row(expires: "1800000000000"),
        Row(
            device: DeviceStatus(access: .granted, provider: "Cablevision", expires: nil),
            expires: nil),
        Row(
            device: DeviceStatus(access: .granted, provider: "Cablevision", expires: PartnerFrameworkStatus.never),
            expires: "64092211200000"),
        Row(
            device: DeviceStatus(access: .granted, provider: "Cablevision", expires: PartnerFrameworkStatus.never),
            error: "invalid_header_pfs_provider_info_expired"),
        Row(
            device: DeviceStatus(access: .denied, provider: nil, expires: nil), access: "denied",
            provider: nil, expires: nil),
        Row(
            device: DeviceStatus(access: .denied, provider: nil, expires: nil),
            error: "invalid_header_pfs_permission_access_not_granted"),
        Row(
            device: DeviceStatus(access: .restricted, provider: nil, expires: nil),
            error: "invalid_header_pfs_permission_access_not_granted"),
        Row(
            device: DeviceStatus(access: .notDetermined, provider: nil, expires: nil),
            error: "invalid_header_pfs_permission_access_not_determined"),
        Row(access: "denied", error: "invalid_header_pfs_permission_access_not_granted"),
        Row(access: "notDetermined", error: "invalid_header_pfs_permission_access_not_determined"),
        Row(device: signedOut, error: "invalid_header_pfs_provider_id_not_determined"),
        Row(provider: "Dish", error: "invalid_header_pfs_provider_id_mismatch"),
        Row(expires: "1800000001250", error: "invalid_header_pfs_provider_info_expired"),
        Row(expires: "soon", error: "invalid_header_pfs_provider_info_expired"),
        Row(
            device: DeviceStatus(access: .granted, provider: "Cablevision", expires: nil),
            error: "invalid_header_pfs_provider_info_expired"),
    ]

    @Test("refuses exactly the statuses that the device would not have given, with the code of the difference")
    func refusal() {
        for row in Self.rows {
            let status = PartnerFrameworkStatus(
                permission: .init(accessStatus: .init(rawValue: row.access)),
                provider: .init(id: row.provider, expirationDate: row.expires))
            let refusal = row.device.refusal(of: status)
            var name: String?
            if case .enhanced(let code, _)? = refusal?.words { name = code.name }
            #expect(name == row.error, "\(row)")
            // The journal says what the device would have said.
            #expect(refusal?.reason.contains("access \(row.device.access.rawValue)") ?? true, "\(row)")
        }
        let unstated = PartnerFrameworkStatus(permission: nil, provider: nil)
        #expect(Self.signedIn.refusal(of: unstated) == nil)
    }
}
