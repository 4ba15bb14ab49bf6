package import TVSimProviderMessages

/// The page that the system's interface shows: a prompt, the provider picker or a provider's sign-in page.
package enum InterfacePage: Sendable, Hashable {
    case prompt(PromptPage)
    case picker(ProviderPicker)
    case signIn(SignInPage)

    /// What it is, in a message about an app that waits for it.
    package var told: String {
        switch self {
        case .prompt(let prompt): "\(prompt.question.name) of \(prompt.bundleID)"
        case .picker: "the provider picker"
        case .signIn(let page): "the sign-in page of \(page.provider.displayName)"
        }
    }
}

/// A question of the system that the user allows or denies.
package struct PromptPage: Sendable, Hashable {
    /// What the system asks.
    package enum Question: String, Sendable, CaseIterable {
        /// Whether an app may use the TV provider account.
        case access
        /// Whether an app may store a token that signs the user in on their other devices.
        case automaticSignIn

        /// The name of the prompt in messages.
        package var name: String {
            switch self {
            case .access: "the access prompt"
            case .automaticSignIn: "the sheet of Automatic Sign-In"
            }
        }
    }

    /// What the system asks.
    package let question: Question
    /// The bundle identifier of the app that asks.
    package let bundleID: String

    /// Creates the prompt of an app.
    package init(_ question: Question, of bundleID: String) {
        (self.question, self.bundleID) = (question, bundleID)
    }

    /// The title above the buttons (Differences, A-5 and A-35).
    package var title: String {
        switch question {
        case .access: "“\(bundleID)” would like to use your TV provider"
        case .automaticSignIn: "“\(bundleID)” would like to sign you in on your other devices"
        }
    }
}

extension ViewerAnswers {
    /// Returns the answer to a prompt.
    func answer(to question: PromptPage.Question) -> Prompt {
        switch question {
        case .access: accessPrompt
        case .automaticSignIn: automaticSignIn
        }
    }
}

/// The system's provider picker.
package struct ProviderPicker: Sendable, Hashable {
    /// A row that the user can choose.
    package struct Row: Sendable, Hashable {
        /// The provider's identifier.
        package let identifier: String
        /// The name that users see.
        package let displayName: String

        /// Creates a row.
        package init(identifier: String, displayName: String) {
            self.identifier = identifier
            self.displayName = displayName
        }
    }

    /// The title above the rows.
    package static let title = "TV Provider"
    /// The title of the last row, which is always present.
    package static let otherTitle = "Other TV Provider"

    /// The title of the video that the user wants to watch; `nil` if the app gave none.
    package let videoTitle: String?
    /// The featured rows, in the order of the app.
    package let featured: [Row]
    /// The other rows of providers.
    package let providers: [Row]
    /// The rows of the app's own providers.
    package let applicationProviders: [Row]
    /// The providers with which users can sign in at system level.
    ///
    /// Choosing another provider ends the interface.
    let signsIn: Set<String>

    /// Creates the picker (Differences, A-18, A-46 and A-60).
    ///
    /// - Parameters:
    ///   - known: The providers that the device knows, in its order.
    ///   - supported: The providers that the app accepts, in its order; all if empty.
    ///   - featuredIDs: The providers to feature, in the order of the app.
    ///   - applicationProviders: The rows of the app's own providers.
    ///   - videoTitle: The title of the video that the user wants to watch.
    ///   - rows: Whether the picker also shows providers that the app does not accept.
    ///   - acceptable: Returns whether a provider uses a scheme that the app accepts.
    package init(
        known: [KnownProvider], supported: [String], featured featuredIDs: [String],
        applicationProviders: [Row], videoTitle: String?, rows: FrameworkBehaviour.PickerRows,
        acceptable: (KnownProvider) -> Bool
    ) {
        let listed = Self.once(supported).compactMap { id in known.first { $0.identifier == id } }
        let others = known.filter { !supported.contains($0.identifier) }
        let shown =
            switch rows {
            case _ where supported.isEmpty: known
            case .supported: listed
            case .all: listed + others
            }
        let standingOut = Self.once(featuredIDs).compactMap { id in shown.first { $0.identifier == id } }
        self.videoTitle = videoTitle
        featured = standingOut.map(Row.init)
        providers = shown.filter { !featuredIDs.contains($0.identifier) }.map(Row.init)
        // A row of the app does not replace a listed provider.
        self.applicationProviders = applicationProviders.filter { row in
            !shown.contains { $0.identifier == row.identifier }
        }
        signsIn = Set(
            shown.filter { provider in
                provider.boarding == .supported && acceptable(provider)
                    && (supported.isEmpty || supported.contains(provider.identifier))
            }.map(\.identifier))
    }

    /// Returns the names in their order, without duplicates.
    private static func once(_ names: [String]) -> [String] {
        names.enumerated().filter { names.firstIndex(of: $0.element) == $0.offset }.map(\.element)
    }

    /// All rows of providers that the device knows, from the top.
    package var rows: [Row] { featured + providers }
}

extension ProviderPicker.Row {
    init(_ provider: KnownProvider) {
        self.init(identifier: provider.identifier, displayName: provider.displayName)
    }
}

/// A provider's sign-in page in the system's interface.
package struct SignInPage: Sendable, Hashable {
    /// The provider.
    package let provider: ProviderPicker.Row
    /// The title of the video that the user wants to watch; `nil` if the app gave none.
    package let videoTitle: String?
    /// The number of refused sign-ins.
    package var failedAttempts = 0

    /// Creates a page without a sign-in attempt.
    package init(provider: ProviderPicker.Row, videoTitle: String?) {
        self.provider = provider
        self.videoTitle = videoTitle
    }
}
