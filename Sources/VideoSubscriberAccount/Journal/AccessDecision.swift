package import TVSimCore
package import TVSimDevice

/// The framework's decision about an app's access to the TV provider account.
package struct AccessDecision: JournalDecision {
    /// What the app does when the decision is made.
    package enum Operation: String, Codable, Sendable {
        /// It checks its access status.
        case checkAccessStatus
        /// It requests metadata, and the system asks the user for access first.
        case askForAccess
    }

    /// What decides.
    package enum Cause: String, Codable, Sendable {
        case fault, unavailable, unsupportedRegion, notEntitled
        /// The app has no usage description, and gets an error.
        case noUsageDescription
        /// The app has no usage description, and the system has ended it.
        case terminated
        /// The app's process ended before the user answered.
        case processEnded
        /// The user was asked.
        case asked
        /// The permission was set while the user was asked.
        case setWhileAsked
        /// The user has not decided about the app, and was not asked.
        case undecided
        /// The stored decision applies.
        case stored
    }

    package static let kind = "access"
    /// The app's bundle identifier.
    package let app: String
    /// What the app does.
    package let operation: Operation
    /// What decides.
    package let cause: Cause
    /// The user's decision; `nil` if something else prevents access.
    package var permission: AccessPermission?
    /// The name of the error of a fault; `nil` without a fault.
    package var error: String?
    /// A value that decided, or what the user of an unknown app may have meant; `nil` if nothing is known.
    package var hint: JournalText?

    package var application: String? { app }
    package var way: JournalWay? { JournalWay(from: .client, to: .framework) }
    package var isCause: Bool { true }

    package var verdict: JournalVerdict? {
        switch permission {
        case .granted: .ok
        case .notDetermined: nil
        case .denied, .restricted, nil: .refused
        }
    }

    package var text: DecisionText {
        let permission = permission?.rawValue ?? ""
        let more = hint.map { "; \($0)" } ?? ""
        let (outcome, reason) =
            switch cause {
            case .fault: (error ?? "", FrameworkJournal.fault + (error.map { ": \($0)" } ?? ""))
            case .unavailable: ("unsupported", FrameworkJournal.unavailable + more)
            case .unsupportedRegion: ("unsupported", "the device's region has no TV Provider feature" + more)
            case .notEntitled: ("restricted", "the app has no entitlement for single sign-on")
            case .noUsageDescription:
                (
                    operation == .checkAccessStatus ? "accessNotGranted" : "not asked",
                    "the app has no usage description"
                )
            case .terminated:
                (operation == .checkAccessStatus ? "terminated" : "not asked", "the app has no usage description")
            case .processEnded: (permission, "the app's process ended before the user answered")
            case .asked:
                (permission, "the user was asked" + (self.permission == .granted ? "" : "; access is \(permission)"))
            case .setWhileAsked: (permission, "the permission was set while the user was asked")
            case .undecided:
                (
                    permission,
                    "the user was not asked, and has not decided about \(app) before" + more
                )
            case .stored:
                (
                    permission,
                    "the user was not asked, and the stored decision applies"
                        + (self.permission == .granted ? "" : "; access is \(permission)")
                )
            }
        return DecisionText(FrameworkJournal.room, operation.rawValue, outcome, reason, details: ["app": app])
    }
}
