import Foundation
import HTTPTypes
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
        /// The status is invalid, with what is wrong with it.
        case invalid(EnhancedErrorCode, InputFate)

        /// Whether the user is signed in to an integration's provider.
        ///
        /// A provider may map to several MVPDs. A new sign-in uses the first, but profiles of all of them are valid.
        func vouches(for integration: Integration) -> Bool {
            guard case .valid(let named) = self, let provider = named.platformMappingID else { return false }
            return integration.platformMappingID == provider
        }
    }

    private static let name = HTTPField.Name.frameworkStatus.rawName

    /// Validates the status of a request.
    static func judge(_ request: ProtectedRequest) -> Verdict {
        if let flaw = request.base.flaw(of: .frameworkStatus) {
            return .invalid(.invalidHeaderPFSPermissionAccessNotPresent, flaw)
        }
        return judge(request.base.header(.frameworkStatus), requestor: request.requestor, at: request.now)
    }

    /// Validates the value of a header; `nil` if the header is missing.
    static func judge(
        _ header: String?, requestor: ServiceConfiguration.Requestor, at now: Date
    ) -> Verdict {
        guard let header else {
            return .invalid(.invalidHeaderPFSPermissionAccessNotPresent, InputFate(name, .presence))
        }
        guard let status = PartnerFrameworkStatus(headerValue: header) else {
            let isBase64 = Data(base64Encoded: header) != nil
            return .invalid(
                .invalidHeaderPFSPermissionAccessNotPresent,
                InputFate(
                    name, isBase64 ? .form : .encoding,
                    found: isBase64 ? "not that of the documented JSON" : "not Base64",
                    expected: "an object with frameworkPermissionInfo and frameworkProviderInfo, as JSON in Base64"))
        }
        if let failure = permissionFailure(status.frameworkPermissionInfo?.accessStatus) { return failure }
        let id = status.frameworkProviderInfo?.id
        guard let id, let integration = requestor.integration(platformMappingID: id) else {
            let known = Set(requestor.integrations.compactMap(\.platformMappingID?.rawValue)).sorted()
            return .invalid(
                .invalidHeaderPFSProviderIDNotDetermined,
                InputFate(
                    name, .providerID, found: id.map { Naming.quoted($0.rawValue) } ?? "missing",
                    expected: "one that maps to an MVPD of '\(requestor.id)', of "
                        + Naming.known(known, insteadOf: id?.rawValue ?? "")))
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
        let code: EnhancedErrorCode
        switch status {
        case .granted?: return nil
        case .denied?, .restricted?: code = .invalidHeaderPFSPermissionAccessNotGranted
        case .notDetermined?: code = .invalidHeaderPFSPermissionAccessNotDetermined
        default: code = .invalidHeaderPFSPermissionAccessNotPresent
        }
        let found = status.map { Naming.quoted($0.rawValue) } ?? "missing"
        return .invalid(code, InputFate(name, .accessStatus, found: found, expected: "'granted'"))
    }

    /// Returns the failure of an expiration date.
    ///
    /// A missing date counts as not expired. A date that is not a canonical number of milliseconds counts as expired.
    private static func expirationFailure(_ text: String?, at now: Date) -> Verdict? {
        guard let text else { return nil }
        func failure(_ found: String, _ expected: String) -> Verdict {
            .invalid(
                .invalidHeaderPFSProviderInfoExpired,
                InputFate(name, .expirationDate, found: found, expected: expected))
        }
        guard let milliseconds = Int64(text), String(milliseconds) == text else {
            return failure(Naming.quoted(text), "a text with the milliseconds since 1970")
        }
        guard now < Milliseconds(milliseconds).instant else {
            return failure(Naming.instant(Double(milliseconds) / 1000), "later than \(Naming.time(now))")
        }
        return nil
    }
}

extension FrameworkStatusPolicy.Verdict {
    /// Notes what becomes of the status that came with a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - integration: The integration of the MVPD that the request names; `nil` if it asks for all of them.
    func note(in request: ProtectedRequest, for integration: Integration? = nil) {
        let header = HTTPField.Name.frameworkStatus
        guard request.base.fields[header] != nil else { return }
        switch self {
        case .invalid(_, let flaw): request.base.inputs.note(flaw)
        case .valid(let named):
            if let integration, !vouches(for: integration) {
                return request.base.inputs.note(Self.mismatch(named, integration))
            }
            let candidates = integration.map { [$0] } ?? request.requestor.integrations.filter(vouches)
            let flaws = candidates.map { PartnerSignOnPolicy.flaw($0, platform: request.base.device.platform) }
            if flaws.contains(nil) { return request.base.inputs.use(header) }
            if let flaw = flaws.compactMap(\.self).first { request.base.inputs.note(flaw) }
        }
    }

    /// Returns what is wrong with a valid status of another provider than that of an MVPD.
    static func mismatch(_ named: Integration, _ integration: Integration) -> InputFate {
        InputFate(
            HTTPField.Name.frameworkStatus.rawName, .providerID,
            found: Naming.quoted(named.platformMappingID?.rawValue ?? ""),
            expected: integration.platformMappingID.map { "'\($0)', which maps to '\(integration.mvpd)'" }
                ?? "none, because no provider maps to '\(integration.mvpd)'")
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
