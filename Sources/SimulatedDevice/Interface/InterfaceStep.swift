package import SimulationCore

/// What a person does with the system's interface.
package enum PersonAction: Sendable, Hashable {
    /// Chooses a row of the picker by its identifier.
    case choose(String)
    /// Chooses the row for providers that are not listed.
    case other
    /// Closes the interface.
    case cancel
    /// Types a name and a password; `nil`: the right one.
    case signIn(as: String, password: String?)
    /// Loses the network while the provider is asked.
    case loseNetwork
}

/// How the system's interface ended.
package enum InterfaceOutcome: Sendable, Hashable {
    /// The person closed it.
    case cancelled
    /// The app withdrew its request.
    case withdrawn
    /// The person's provider is not listed.
    case otherProvider
    /// The provider is listed, but nobody signs in with it here.
    case listedOnly(provider: String)
    /// The app does not want the provider.
    case refusedByApp(provider: String)
    /// The person chose a row that the app added.
    case applicationProvider(String)
    /// The provider refused the person.
    case rejected
    /// The provider does not accept the request.
    case invalidVerificationToken
    /// The provider could not be reached.
    case unreachable
    /// The person is signed in at system level.
    case signedIn(provider: String)
    /// A fault struck.
    case failed(FaultStrike)
}

/// What comes of a person's action on a page, decided from both alone.
///
/// spec video-subscriber-account § 2.5.
package enum InterfaceStep: Sendable, Hashable {
    /// The app is asked whether it wants the provider; if it does, its sign-in page follows.
    case askApp(provider: ProviderPicker.Row)
    /// The provider is asked whether it knows the person.
    case askProvider(provider: String, subscriber: String, password: String?)
    /// The interface ends.
    case end(InterfaceOutcome)
    /// The page has nothing to do this with; it stays as it is.
    case impossible(String)

    /// Decides the step.
    package static func of(_ action: PersonAction, on page: InterfacePage) -> InterfaceStep {
        switch (action, page) {
        case (.cancel, _): .end(.cancelled)
        case (.loseNetwork, .signIn): .end(.unreachable)
        case (.other, .picker): .end(.otherProvider)
        case (.choose(let id), .picker(let picker)): choosing(id, in: picker)
        case (.signIn(let name, let password), .signIn(let page)):
            .askProvider(provider: page.provider.identifier, subscriber: name, password: password)
        case (.choose, .signIn), (.other, .signIn):
            .impossible("there is no provider to choose on a sign-in page")
        case (.signIn, .picker), (.loseNetwork, .picker):
            .impossible("nothing is sent from the picker: a provider must be chosen first")
        }
    }

    private static func choosing(_ id: String, in picker: ProviderPicker) -> InterfaceStep {
        if picker.applicationProviders.contains(where: { $0.identifier == id }) {
            return .end(.applicationProvider(id))
        }
        guard let row = picker.rows.first(where: { $0.identifier == id }) else {
            let shown = (picker.rows + picker.applicationProviders).map(\.identifier).joined(separator: ", ")
            return .impossible("the picker does not show '\(id)', only: \(shown.isEmpty ? "nothing" : shown)")
        }
        return picker.signsIn.contains(id) ? .askApp(provider: row) : .end(.listedOnly(provider: id))
    }
}
