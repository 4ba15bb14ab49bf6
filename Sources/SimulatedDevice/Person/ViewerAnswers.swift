/// What the simulated person answers when the device or an app asks.
package struct ViewerAnswers: Sendable, Hashable {
    /// The answer to the system's alert that asks whether an app may use the account.
    package enum AccessPrompt: String, Sendable, CaseIterable {
        case allow, deny, ignore
    }

    /// What the person does in the system's provider picker; with `none` nobody answers, and the picker stays.
    package enum SystemPicker: Sendable, Hashable {
        case none
        case cancel
        case other
        case choose(provider: String, as: String?)
        /// Chooses a row that the app adds.
        case chooseApplicationProvider(String)
    }

    /// What the person does in the app's own provider picker; with `none` the app waits.
    package enum AppPicker: Sendable, Hashable {
        case none
        case cancel
        case choose(mvpd: String)
    }

    /// What the person does on a sign-in page.
    package enum SignIn: Sendable, Hashable {
        case none
        case cancel
        case credentials(as: String, password: String?)
    }

    /// What the person does on a second screen, and after how many seconds.
    package enum SecondScreen: Sendable, Hashable {
        case none
        case signIn(as: String, after: Double)
    }

    /// The answer when an app asks to keep what signs the person in on other devices.
    package typealias AutomaticSignInPrompt = AccessPrompt

    /// The answer to the system's access alert.
    package var accessPrompt: AccessPrompt = .ignore
    /// The action in the system's picker.
    package var systemPicker: SystemPicker = .cancel
    /// The action in the app's picker.
    package var appPicker: AppPicker = .none
    /// The action on a sign-in page.
    package var signIn: SignIn = .none
    /// The action on a second screen.
    package var secondScreen: SecondScreen = .none

    /// The answer to the sheet of Automatic Sign-In.
    package var automaticSignIn: AutomaticSignInPrompt = .ignore

    /// Creates the answers of a person who does nothing of their own accord.
    package init() {}
}
