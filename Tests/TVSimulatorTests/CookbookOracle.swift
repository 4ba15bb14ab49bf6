/// What the cookbook says must happen in one cell of its decision table.
///
/// It shares no code with the product: it knows the documented conditions and writes callbacks as text. Sources: spec
/// entitlement § 1.7 (steps 2 to 4, TTL matrix), § 4 rows 1, 2, 4, 5, 12 to 16.
struct CookbookCell: Sendable, CustomStringConvertible {
    enum Access: String, CaseIterable, Sendable { case granted, denied, notDetermined, restricted }
    enum Account: String, CaseIterable, Sendable { case none, valid, expired }
    enum Platform: String, CaseIterable, Sendable { case iOS, tvOS }

    static let outcomes = [
        "none", "expired", "notYetValid", "wrongAudience", "wrongRecipient", "wrongInResponseTo", "wrongIssuer",
        "unsigned", "tampered", "wrongKey", "statusNotSuccess", "missingAttribute", "noResponse",
    ]

    var access: Access
    var account: Account
    var integrationEnabled: Bool
    var singleSignOn: Bool
    var degraded: Bool
    var outcome: String
    var platform: Platform

    var description: String {
        "access \(access), account \(account), integration \(integrationEnabled ? "enabled" : "disabled"), "
            + "sso \(singleSignOn ? "on" : "off"), \(degraded ? "AuthNAll" : "not degraded"), response \(outcome), "
            + platform.rawValue
    }

    /// Every cell of a platform with one access and one account.
    static func cells(_ access: Access, _ account: Account, _ platform: Platform) -> [CookbookCell] {
        var cells: [CookbookCell] = []
        for integrationEnabled in [true, false] {
            for singleSignOn in [true, false] {
                for degraded in [false, true] {
                    for outcome in outcomes {
                        cells.append(
                            CookbookCell(
                                access: access, account: account, integrationEnabled: integrationEnabled,
                                singleSignOn: singleSignOn, degraded: degraded, outcome: outcome, platform: platform))
                    }
                }
            }
        }
        return cells
    }

    /// The cell as a profile, in which the app makes the three calls one after another.
    var profile: String {
        profile(access: access, flow: ["setRequestor: REF30", "checkAuthentication:", "getAuthentication:"])
    }

    /// The cell as a profile in which its access comes only after `setRequestor`, which then finds out nothing: what there is
    /// to exchange, `getAuthentication` exchanges.
    var profileOfLaterAccess: String {
        profile(
            access: .denied, flow: ["setRequestor: REF30", "permission: \(access.rawValue)", "getAuthentication:"])
    }

    private func profile(access: Access, flow: [String]) -> String {
        let signedIn =
            switch account {
            case .none: ""
            case .valid: "  account: {provider: Cablevision, subscriber: alice, expires: +30d}\n"
            case .expired: "  account: {provider: Cablevision, subscriber: alice, expires: -1s}\n"
            }
        return """
            schema: 1
            name: "\(self)"
            device:
              platform: \(platform.rawValue)
              apps:
                com.example.stream: {access: \(access.rawValue)}
            \(signedIn.isEmpty ? "" : signedIn)
            providers:
              Cablevision:
                defect: \(outcome)
                subscribers:
                  alice:
                    password: secret
                    attributes: {userID: alice-1}
              Dish: {}
            service:
              requestors:
                REF30:
                  integrations:
                    Cablevision:
                      enabled: \(integrationEnabled)
                      singleSignOn: \(singleSignOn)
                      degradation: \(degraded ? "AuthNAll" : "none")
                    Dish: {}
            flow:
            \(flow.map { "  - \($0)" }.joined(separator: "\n"))
            """
    }

    // MARK: - The documented conditions

    /// Step 2, (a) to (f): what must hold before the provider is asked.
    private var mayAsk: Bool {
        access == .granted && account == .valid && integrationEnabled && singleSignOn && !degraded
    }

    private var isExchanged: Bool { mayAsk && outcome == "none" }

    private var permissionStatus: String? {
        switch access {
        case .granted: nil
        case .denied, .restricted: "status(VSA403)"
        case .notDetermined: "status(VSA404)"
        }
    }

    var setRequestor: [String] {
        var callbacks = [permissionStatus].compactMap { $0 }
        // A refusal by the provider is an error of the framework; everything else that fails is silent here.
        if mayAsk && outcome == "statusNotSuccess" { callbacks.append("status(APPL)") }
        return callbacks + ["setRequestorComplete(1)"]
    }

    var checkAuthentication: [String] {
        if isExchanged { return [#"setAuthenticationStatus(1, "")"#] }
        let explained = account == .none ? [] : [permissionStatus].compactMap { $0 }
        return explained + ["status(N000)", #"setAuthenticationStatus(0, "User Not Authenticated Error")"#]
    }

    var getAuthentication: [String] {
        if isExchanged { return [#"setAuthenticationStatus(1, "")"#] }
        if let permissionStatus { return [permissionStatus, dialog] }
        if account == .none { return cancelledPicker }
        if !integrationEnabled || !singleSignOn { return ["status(N004)", dialog] }
        if account == .expired { return cancelledPicker }
        if degraded { return ["status(N010)", #"setAuthenticationStatus(1, "")"#] }
        let code = ["statusNotSuccess", "noResponse"].contains(outcome) ? "VSA503" : "AAPL"
        return ["status(\(code))", dialog]
    }

    /// The simulated person cancels what Apple shows: the picker, or the page to sign in again.
    private var cancelledPicker: [String] {
        ["presentTvProviderDialog", "dismissTvProviderDialog", "status(N005)", dialog]
    }

    private var dialog: String {
        "displayProviderDialog(\(integrationEnabled ? "Cablevision, Dish" : "Dish"))"
    }
}
