import TVSimSituations

// One enumeration for each axis. The names of the cases are the values of the axes, which `tvsim matrix axes` prints.

extension Situation {
    /// The operating system of the device.
    public enum Platform: String, Sendable, CaseIterable { case iOS, iPadOS, tvOS }

    /// Whether the user allows the app to use the account, at the calls.
    public enum Access: String, Sendable, CaseIterable { case granted, denied, notDetermined, restricted }

    /// The system-level account, at the calls.
    public enum Account: String, Sendable, CaseIterable { case signedIn, signedOut, expired }

    /// Whether a switch of the requestor is on.
    public enum Switch: String, Sendable, CaseIterable { case enabled, disabled }

    /// What Apple knows of the TV provider: it can sign in, it is only listed, or neither.
    public enum Boarding: String, Sendable, CaseIterable { case supported, pickerOnly, notListed }

    /// The degradation rule of the integration.
    public enum Degradation: String, Sendable, CaseIterable {
        case none
        case authNAll = "AuthNAll"
    }

    /// The TV provider's SAML response: valid, or the name of its defect.
    public enum Response: String, Sendable, CaseIterable {
        case valid, expired, notYetValid, wrongAudience, wrongRecipient, wrongInResponseTo, wrongIssuer, unsigned
        case tampered, wrongKey, statusNotSuccess, missingAttribute, noResponse
    }

    /// A failure of Apple's framework.
    public enum Fault: String, Sendable, CaseIterable { case none, accessCheckFails, metadataFails, providerNotNamed }

    /// What the user does in the system's picker or on its sign-in page.
    public enum Picker: String, Sendable, CaseIterable { case cancel, choose, other, unsupported }

    /// The authentication token that the app has from an earlier launch.
    public enum Token: String, Sendable, CaseIterable { case none, valid, expired }

    /// How the app starts: as a new process, or in the foreground again.
    public enum Start: String, Sendable, CaseIterable { case cold, warm }

    /// The permission at the earlier launch.
    public enum AccessBefore: String, Sendable, CaseIterable { case firstLaunch, granted, denied, notDetermined }

    /// The operating system of the device.
    public var platform: Platform { value(of: .platform) }
    /// Whether the user allows the app to use the account, at the calls.
    public var access: Access { value(of: .access) }
    /// The system-level account, at the calls.
    public var account: Account { value(of: .account) }
    /// Whether the requestor's integration with the user's TV provider is enabled.
    public var integration: Switch { value(of: .integration) }
    /// Whether single sign-on of this integration is enabled.
    public var singleSignOn: Switch { value(of: .singleSignOn) }
    /// What Apple knows of the TV provider.
    public var boarding: Boarding { value(of: .boarding) }
    /// The degradation rule of the integration.
    public var degradation: Degradation { value(of: .degradation) }
    /// The TV provider's SAML response.
    public var response: Response { value(of: .response) }
    /// A failure of Apple's framework.
    public var fault: Fault { value(of: .fault) }
    /// What the user does in the system's picker or on its sign-in page.
    public var picker: Picker { value(of: .picker) }
    /// The authentication token that the app has from an earlier launch.
    public var token: Token { value(of: .token) }
    /// How the app starts.
    public var start: Start { value(of: .start) }
    /// The permission at the earlier launch.
    public var accessBefore: AccessBefore { value(of: .accessBefore) }

    private func value<Value: RawRepresentable>(of axis: SituationAxis) -> Value where Value.RawValue == String {
        guard let value = Value(rawValue: value[axis]) else {
            preconditionFailure("the axis '\(axis.rawValue)' has the unknown value '\(value[axis])'")
        }
        return value
    }
}
