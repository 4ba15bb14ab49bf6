/// What an app may do with the system-level TV provider account: the decision of the person who holds the device.
///
/// The names are those of Apple's access statuses and of the `accessStatus` on the wire.
package enum AccessPermission: String, Codable, Sendable, CaseIterable {
    /// The person has not decided; an app may ask.
    case notDetermined
    /// The device forbids it, whatever the person says.
    case restricted
    /// The person refused; the app cannot ask again.
    case denied
    /// The person allowed it.
    case granted
}

/// What comes of an app's question whether it may use the account.
package struct AccessAnswer: Sendable, Hashable {
    /// The permission after the question.
    package let permission: AccessPermission
    /// Whether the person was asked.
    package let prompted: Bool
    /// Whether the permission is new and must be kept.
    package let changed: Bool

    /// Decides what comes of the question.
    ///
    /// The system asks only where nothing is decided yet and the app wishes it (`prompt`); a decision is never asked
    /// again. A person who ignores the alert leaves the permission undetermined.
    ///
    /// spec video-subscriber-account § 2.2.
    package init(stored: AccessPermission, prompt: Bool, person: ViewerAnswers.AccessPrompt) {
        guard stored == .notDetermined, prompt else {
            self.init(permission: stored, prompted: false, changed: false)
            return
        }
        switch person {
        case .allow: self.init(permission: .granted, prompted: true, changed: true)
        case .deny: self.init(permission: .denied, prompted: true, changed: true)
        case .ignore: self.init(permission: .notDetermined, prompted: true, changed: false)
        }
    }

    private init(permission: AccessPermission, prompted: Bool, changed: Bool) {
        self.permission = permission
        self.prompted = prompted
        self.changed = changed
    }
}
