import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText

extension ProfileSources {
    /// Notes why a request does not see the profiles that exist with an MVPD.
    func noteHidden(_ integration: Integration, in request: ProtectedRequest) {
        let mvpd = integration.mvpd
        if let last = own.lapsed(mvpd: mvpd, at: request.now) {
            request.base.inputs.note(.expired(last, mvpd: mvpd))
        }
        guard let entry = shared.entries[mvpd], let header = request.base.inputs.sharingHeader else { return }
        if integration.authenticationPerRequestor, entry.serviceProvider != serviceProvider {
            request.base.inputs.note(
                InputFate(
                    header, .authenticationPerRequestor,
                    found: "true for '\(mvpd)', and the user signed in to '\(entry.serviceProvider)'",
                    expected: "false, or a sign-in to '\(serviceProvider)'"))
        } else if !entry.profile.isValid(at: request.now) {
            request.base.inputs.note(.expired(entry.profile, mvpd: mvpd))
        } else if entry.profile.type == .platformSSO, !integration.singleSignOn {
            request.base.inputs.note(
                InputFate(
                    header, .singleSignOn,
                    found: "false for '\(mvpd)' on the platform '\(request.base.device.platform.rawValue)'",
                    expected: "true"))
        }
    }
}

extension InputFate {
    /// Creates the fate of a profile that has expired.
    static func expired(_ profile: EntitlementProfile, mvpd: MVPDID) -> InputFate {
        .profile(profile, mvpd: mvpd, .notAfter, found: TimeText.format(profile.notAfter.instant))
    }

    /// Creates the fate of a profile that a request does not see.
    static func profile(
        _ profile: EntitlementProfile, mvpd: MVPDID, _ check: InputCheck, found: String, expected: String? = nil
    ) -> InputFate {
        InputFate("The \(profile.type.rawValue) profile of '\(mvpd)'", check, found: found, expected: expected)
    }
}
