/// The simulated user's answers to the device and to apps.
package struct ViewerAnswers: Sendable, Hashable {
    /// The answer to a prompt of the system; with `none` the prompt stays open.
    package enum Prompt: String, Sendable, CaseIterable {
        case allow, deny, ignore, none
    }

    /// The action in the system's provider picker; with `none` the picker stays open.
    package enum SystemPicker: Sendable, Hashable {
        case none
        case cancel
        case other
        case choose(provider: String, as: String?)
        /// Chooses one of the app's own providers.
        case chooseApplicationProvider(String)
    }

    /// The action in the app's own provider picker; with `none` the app waits.
    package enum AppPicker: Sendable, Hashable {
        case none
        case cancel
        case choose(mvpd: String)
    }

    /// The action on a sign-in page.
    package enum SignIn: Sendable, Hashable {
        case none
        case cancel
        case credentials(Credentials)
    }

    /// What the user enters on the pages of a sign-in; `nil` is the right answer.
    package struct Credentials: Sendable, Hashable {
        /// The user name.
        package var name: String
        /// The password.
        package var password: String?
        /// The code that the provider has sent.
        package var code: String?
        /// The account; the right answer is the first.
        package var account: String?
        /// Whether the user allows the app to use the subscription.
        package var consents = true

        /// Creates the answers of a user who consents.
        package init(name: String, password: String? = nil) {
            (self.name, self.password) = (name, password)
        }
    }

    /// The action on a second screen; `after` is a delay in seconds.
    package enum SecondScreen: Sendable, Hashable {
        case none
        case signIn(as: String, after: Double)
    }

    /// The answer to the system's access prompt.
    package var accessPrompt: Prompt = .ignore
    /// The action in the system's picker.
    package var systemPicker: SystemPicker = .cancel
    /// The action in the app's picker.
    package var appPicker: AppPicker = .none
    /// The action on a sign-in page.
    package var signIn: SignIn = .none
    /// The action on a second screen.
    package var secondScreen: SecondScreen = .none

    /// The answer to the sheet of Automatic Sign-In.
    package var automaticSignIn: Prompt = .ignore

    /// Creates the answers of a user who closes the system's picker and otherwise does nothing.
    package init() {}

    /// The answers of a script that leaves the system's interfaces to a person.
    static let waiting: ViewerAnswers = {
        var answers = ViewerAnswers()
        answers.accessPrompt = .none
        answers.systemPicker = .none
        answers.automaticSignIn = .none
        return answers
    }()
}
