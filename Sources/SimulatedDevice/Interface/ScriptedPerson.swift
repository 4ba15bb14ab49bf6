/// What the simulated person does of their own accord when the system's interface is up.
///
/// spec profile-format, `viewer`.
package enum ScriptedPerson {
    /// Returns the person's next action on a page; `nil` where they do nothing and the interface stays.
    ///
    /// Where `systemPicker` is `none`, nobody is there. Otherwise somebody is: a person whose provider is not shown
    /// chooses "Other TV Provider", one who has no answer for a sign-in page closes it, and so does one whose password
    /// was refused.
    package static func action(on page: InterfacePage, answers: ViewerAnswers) -> PersonAction? {
        switch page {
        case .picker(let picker):
            switch answers.systemPicker {
            case .none: return nil
            case .cancel: return .cancel
            case .other: return .other
            case .choose(let id, _):
                return picker.rows.contains { $0.identifier == id } ? .choose(id) : .other
            case .chooseApplicationProvider(let id):
                return picker.applicationProviders.contains { $0.identifier == id } ? .choose(id) : .other
            }
        case .signIn(let page):
            guard let action = signIn(on: page, answers: answers) else { return nil }
            return page.failedAttempts > 0 ? .cancel : action
        }
    }

    private static func signIn(on page: SignInPage, answers: ViewerAnswers) -> PersonAction? {
        if case .choose(page.provider.identifier, let name?) = answers.systemPicker {
            return .signIn(as: name, password: nil)
        }
        switch answers.signIn {
        case .credentials(let name, let password): return .signIn(as: name, password: password)
        case .cancel: return .cancel
        case .none: return answers.systemPicker == .none ? nil : .cancel
        }
    }
}
