/// The user's decision whether an app may use the system-level TV provider account.
///
/// The names are those of `VSAccountAccessStatus` and of `accessStatus` in REST API V2.
package enum AccessPermission: String, Codable, Sendable, CaseIterable {
    /// The user has not decided; an app may ask.
    case notDetermined
    /// The device forbids access, regardless of the user's decision.
    case restricted
    /// The user refused; the app cannot ask again.
    case denied
    /// The user allowed access.
    case granted
}

/// The result of an app's request for access.
package struct AccessPromptAnswer: Sendable, Hashable {
    /// The permission after the request.
    package let permission: AccessPermission
    /// Whether the user was asked.
    package let prompted: Bool
    /// Whether the permission is new and must be stored.
    package let changed: Bool

    /// Decides the result of a request for access; `nil` if the prompt stays open until the user answers.
    ///
    /// The system asks only if the user has not decided yet and the app allows the prompt
    /// (`VSCheckAccessOption.prompt`). A user who ignores the alert leaves the permission undetermined (Differences,
    ///
    package init?(stored: AccessPermission, prompt: Bool, person: ViewerAnswers.Prompt) {
        guard stored == .notDetermined, prompt else {
            self.init(permission: stored, prompted: false, changed: false)
            return
        }
        switch person {
        case .allow: self.init(permission: .granted, prompted: true, changed: true)
        case .deny: self.init(permission: .denied, prompted: true, changed: true)
        case .ignore: self.init(permission: .notDetermined, prompted: true, changed: false)
        case .none: return nil
        }
    }

    private init(permission: AccessPermission, prompted: Bool, changed: Bool) {
        self.permission = permission
        self.prompted = prompted
        self.changed = changed
    }
}
