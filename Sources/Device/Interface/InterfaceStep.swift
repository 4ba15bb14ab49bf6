package import TVSimCore

/// An action of the user in the system's interface.
package enum PersonAction: Sendable, Hashable {
    /// Allows what a prompt asks.
    case allow
    /// Denies what a prompt asks.
    case deny
    /// Leaves a prompt without a decision, so that the app may ask again.
    case ignore
    /// Chooses a row of the picker by its identifier.
    case choose(String)
    /// Chooses the row for unlisted providers.
    case other
    /// Closes the interface.
    case cancel
    /// Enters a user name and a password; `nil` is the correct password.
    case signIn(as: String, password: String?)
    /// Loses the network connection while the provider is asked.
    case loseNetwork
}

/// The result of the system's interface.
package enum InterfaceOutcome: Sendable, Hashable {
    /// The access prompt ended with this answer.
    case access(AccessPromptAnswer)
    /// The sheet of Automatic Sign-In ended with this answer.
    case automaticSignIn(AutomaticSignIn.Answer)
    /// The user closed it.
    case cancelled
    /// The app withdrew its request.
    case withdrawn
    /// The user's provider is not listed.
    case otherProvider
    /// The provider is listed, but does not support sign-in at system level.
    case listedOnly(provider: String)
    /// The app rejected the provider.
    case refusedByApp(provider: String)
    /// The user chose a row of the app's own providers.
    case applicationProvider(String)
    /// The provider refused the user.
    case rejected
    /// The provider rejected the device's request.
    case invalidVerificationToken
    /// The provider could not be reached.
    case unreachable
    /// The user is signed in at system level.
    case signedIn(provider: String)
    /// A fault occurred.
    case failed(InjectedFault)
}

/// The result of a user's action on a page, which depends only on the action and the page (Differences, A-57).
package enum InterfaceStep: Sendable, Hashable {
    /// Store the answer to the prompt.
    case decide(ViewerAnswers.Prompt)
    /// Ask the app whether it accepts the provider; if it does, the sign-in page follows.
    case askApp(provider: ProviderPicker.Row)
    /// Ask the provider to authenticate the user.
    case askProvider(provider: String, subscriber: String, password: String?)
    /// End the interface.
    case end(InterfaceOutcome)
    /// The page does not support the action and is unchanged.
    case impossible(String)

    /// Returns the step for an action on a page.
    package static func of(_ action: PersonAction, on page: InterfacePage) -> InterfaceStep {
        switch (action, page) {
        case (.allow, .prompt): .decide(.allow)
        case (.deny, .prompt): .decide(.deny)
        case (.ignore, .prompt): .decide(.ignore)
        // Only the sheet can be closed without an answer.
        case (.cancel, .prompt(let page)) where page.question == .automaticSignIn: .decide(.ignore)
        case (_, .prompt(let page)):
            .impossible(
                "\(page.question.name) is open: "
                    + (page.question == .access ? "allow or deny access" : "allow or deny"))
        case (.allow, _), (.deny, _), (.ignore, _): .impossible("no prompt is open")
        case (.cancel, _): .end(.cancelled)
        case (.loseNetwork, .signIn): .end(.unreachable)
        case (.other, .picker): .end(.otherProvider)
        case (.choose(let id), .picker(let picker)): choosing(id, in: picker)
        case (.signIn(let name, let password), .signIn(let page)):
            .askProvider(provider: page.provider.identifier, subscriber: name, password: password)
        case (.choose, .signIn), (.other, .signIn):
            .impossible("a sign-in page has no provider to choose")
        case (.signIn, .picker), (.loseNetwork, .picker):
            .impossible("the picker is open: choose a provider first")
        }
    }

    private static func choosing(_ id: String, in picker: ProviderPicker) -> InterfaceStep {
        if picker.applicationProviders.contains(where: { $0.identifier == id }) {
            return .end(.applicationProvider(id))
        }
        guard let row = picker.rows.first(where: { $0.identifier == id }) else {
            let shown = (picker.rows + picker.applicationProviders).map(\.identifier).joined(separator: ", ")
            return .impossible("the picker does not show '\(id)'; it shows \(shown.isEmpty ? "no provider" : shown)")
        }
        return picker.signsIn.contains(id) ? .askApp(provider: row) : .end(.listedOnly(provider: id))
    }
}
