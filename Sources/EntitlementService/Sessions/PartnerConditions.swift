import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText

/// Which conditions of a silent sign-in hold, as a client of REST API V2 tells them by its framework status.
///
/// They are those of the SDK in the same order: access, the user's sign-in, the provider's name, the integration, single
/// sign-on, and no degradation. The list ends with the first that does not hold.
struct PartnerConditions {
    /// Whether each of them holds, as far as the status tells it.
    let held: [Bool]
    /// The setting because of which the last one does not hold; `nil` without one.
    let setting: DecidingSetting?

    private init(_ held: [Bool], _ setting: DecidingSetting? = nil) {
        (self.held, self.setting) = (held, setting)
    }

    /// Judges a request.
    init(of request: ProtectedRequest) {
        self =
            switch FrameworkStatusPolicy.judge(request) {
            case .valid(let integration): Self.judged(integration, request)
            case .invalid(.invalidHeaderPFSPermissionAccessNotGranted, _),
                .invalid(.invalidHeaderPFSPermissionAccessNotDetermined, _):
                Self([false])
            case .invalid(.invalidHeaderPFSProviderIDNotDetermined, _):
                Self(Self.namesProvider(request) ? [true, true, true, false] : [true, false])
            case .invalid(.invalidHeaderPFSProviderInfoExpired, _): Self([true, false])
            case .invalid: Self([])
            }
    }

    private static func namesProvider(_ request: ProtectedRequest) -> Bool {
        let status = request.base.header(.frameworkStatus).flatMap(PartnerFrameworkStatus.init(headerValue:))
        return status?.frameworkProviderInfo?.id != nil
    }

    private static func judged(_ integration: Integration, _ request: ProtectedRequest) -> Self {
        let (platform, requestor) = (request.base.device.platform, request.requestor.id)
        let known = [true, true, true]
        guard integration.enabled else {
            return Self(known + [false], integration.setting("enabled", .bool(false), of: requestor))
        }
        guard PartnerSignOnPolicy.flaw(integration, platform: platform) == nil else {
            return Self(
                known + [true, false], PartnerSignOnPolicy.setting(integration, platform: platform, of: requestor))
        }
        guard integration.degradation != .authenticateAll else {
            let rule = integration.setting("degradation", .string(integration.degradation.rawValue), of: requestor)
            return Self(known + [true, true, false], rule)
        }
        return Self(known + [true, true, true])
    }

    /// Runs a closure, and names the conditions in every refusal.
    func naming<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch var refusal as Refusal {
            refusal.values.conditions = held
            throw refusal
        }
    }
}
