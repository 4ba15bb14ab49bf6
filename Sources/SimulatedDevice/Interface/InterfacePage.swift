/// What the system's interface shows at a moment: the provider picker, or a provider's sign-in page.
package enum InterfacePage: Sendable, Hashable {
    case picker(ProviderPicker)
    case signIn(SignInPage)
}

/// The system's provider picker.
package struct ProviderPicker: Sendable, Hashable {
    /// A row that a person can choose.
    package struct Row: Sendable, Hashable {
        /// The provider's identifier.
        package let identifier: String
        /// The name that people see.
        package let displayName: String

        /// Creates a row.
        package init(identifier: String, displayName: String) {
            self.identifier = identifier
            self.displayName = displayName
        }
    }

    /// The title above the rows.
    package static let title = "TV Provider"
    /// The row under the others, which is always there.
    package static let otherTitle = "Other TV Provider"

    /// The title of the video that the person wants to watch.
    package let videoTitle: String?
    /// The rows that stand out, in the app's order.
    package let featured: [Row]
    /// The rows below them.
    package let providers: [Row]
    /// The rows that the app adds.
    package let applicationProviders: [Row]
    /// The providers with which a person signs in at system level; choosing another of the rows leads nowhere.
    let signsIn: Set<String>

    /// Lays out the picker.
    ///
    /// - Parameters:
    ///   - known: The providers that the device knows, in its order.
    ///   - supported: Those that may answer, in the app's order; empty: all.
    ///   - featuredIDs: Those that are to stand out, in the app's order.
    ///   - applicationProviders: The rows that the app adds.
    ///   - videoTitle: The title of the video that the person wants to watch.
    ///   - rows: Whether the rest is shown where only some may answer.
    ///   - acceptable: Whether a provider speaks as the app does.
    ///
    /// spec video-subscriber-account § 2.3.
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
        // A row of the app's own does not stand for a provider that is there.
        self.applicationProviders = applicationProviders.filter { row in
            !shown.contains { $0.identifier == row.identifier }
        }
        signsIn = Set(
            shown.filter { provider in
                provider.boarding == .supported && acceptable(provider)
                    && (supported.isEmpty || supported.contains(provider.identifier))
            }.map(\.identifier))
    }

    /// The names in their order, each once.
    private static func once(_ names: [String]) -> [String] {
        names.enumerated().filter { names.firstIndex(of: $0.element) == $0.offset }.map(\.element)
    }

    /// Every provider of the device that can be chosen, from the top.
    package var rows: [Row] { featured + providers }
}

extension ProviderPicker.Row {
    init(_ provider: KnownProvider) {
        self.init(identifier: provider.identifier, displayName: provider.displayName)
    }
}

/// A provider's sign-in page, inside the system's interface.
package struct SignInPage: Sendable, Hashable {
    /// The provider.
    package let provider: ProviderPicker.Row
    /// The title of the video that the person wants to watch.
    package let videoTitle: String?
    /// How often the provider has refused what was typed.
    package var failedAttempts = 0

    /// Creates a page on which nothing was typed yet.
    package init(provider: ProviderPicker.Row, videoTitle: String?) {
        self.provider = provider
        self.videoTitle = videoTitle
    }
}
