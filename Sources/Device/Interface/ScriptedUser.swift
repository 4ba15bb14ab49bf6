/// The scripted actions of the simulated user in the system's interface; a profile describes them under `viewer`.
package enum ScriptedUser {
    /// Returns the user's next action on a page; `nil` if the user does nothing and the interface stays open.
    ///
    /// With `none` as its answer a prompt stays open. With `systemPicker: none`, no scripted user acts in the
    /// picker. Otherwise a user whose provider is not shown chooses "Other TV Provider". A user without an answer for a
    /// sign-in page, or whose password was refused, closes the interface (Differences, A-45).
    package static func action(on page: InterfacePage, answers: ViewerAnswers) -> PersonAction? {
        switch page {
        case .prompt(let page):
            switch answers.answer(to: page.question) {
            case .none: return nil
            case .allow: return .allow
            case .deny: return .deny
            case .ignore: return .ignore
            }
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
        case .credentials(let answer): return .signIn(as: answer.name, password: answer.password)
        case .cancel: return .cancel
        case .none: return answers.systemPicker == .none ? nil : .cancel
        }
    }
}
