import TVSimDevice
import TVSimWorld
public import VideoSubscriberAccount

/// The system's interface that a simulated device presents: the access prompt, the sheet of Automatic Sign-In, or the
/// provider picker and then a provider's sign-in page.
///
/// With it, a test acts as the user. Each action returns when its effect is complete, so a test does not wait for
/// anything else.
///
/// By default the profile's `viewer` answers the interface before a test can act. Give the profile
/// `viewer: {systemPicker: none}` to leave it to the test:
///
/// ```swift
/// let simulator = try Simulator(profile: "schema: 1\nname: mine\nviewer: {systemPicker: none}\n")
/// async let metadata = simulator.run { try await app.askForMetadata() }
/// let interface = try await simulator.nextInterface()
/// try await interface.choose("Cablevision")
/// try await interface.signIn(as: "alice", password: "wrong")
/// #expect(interface.failedAttempts == 1)
/// try await interface.signIn(as: "alice")
/// #expect(!interface.isPresented)
/// ```
///
/// `viewer: {accessPrompt: none}` leaves the access prompt to the test, and `viewer: {automaticSignIn: none}` the sheet
/// of Automatic Sign-In. The test answers them with ``allow(fileID:line:)`` or ``deny(fileID:line:)``.
public struct SystemInterface: Sendable {
    let presented: PresentedInterface

    /// Creates the interface for a view controller that a delegate received.
    ///
    /// The contents can be read immediately. The user can act after the `present` method of the delegate has returned.
    ///
    /// - Parameter viewController: The view controller. The initializer returns `nil` if it does not belong to the
    ///   system.
    public init?(_ viewController: UIViewController) {
        guard let controller = viewController as? SystemInterfaceViewController else { return nil }
        presented = controller.interface
    }

    init(presented: PresentedInterface) {
        self.presented = presented
    }

    /// A row of the provider picker.
    public struct Row: Sendable, Hashable {
        /// The provider's identifier.
        public let identifier: String
        /// The name that the user sees.
        public let displayName: String
    }

    // MARK: - Contents

    /// Whether the interface is still presented.
    public var isPresented: Bool { presented.page != nil }

    /// The featured rows, in the app's order; empty on a sign-in page.
    public var featured: [Row] { picker?.featured.map(Row.init) ?? [] }

    /// The rows below the featured ones; empty on a sign-in page.
    public var providers: [Row] { picker?.providers.map(Row.init) ?? [] }

    /// The rows that the app adds; empty on a sign-in page.
    public var applicationProviders: [Row] { picker?.applicationProviders.map(Row.init) ?? [] }

    /// The bundle identifier of the app that asks in the access prompt or the sheet of Automatic Sign-In; `nil` if neither
    /// is presented.
    public var promptingApp: String? {
        guard case .prompt(let prompt) = presented.page else { return nil }
        return prompt.bundleID
    }

    /// The title of the prompt, the sheet or the picker, or the name of the provider on its sign-in page; `nil` after the
    /// interface was dismissed.
    public var title: String? {
        switch presented.page {
        case .prompt(let prompt): prompt.title
        case .picker: ProviderPicker.title
        case .signIn(let page): page.provider.displayName
        case nil: nil
        }
    }

    /// The title of the row for providers that are not listed; `nil` if the picker is not presented.
    public var otherTitle: String? { picker == nil ? nil : ProviderPicker.otherTitle }

    /// The title of the video that the user wants to watch; `nil` if the app did not set one.
    public var videoTitle: String? {
        switch presented.page {
        case .picker(let picker): picker.videoTitle
        case .signIn(let page): page.videoTitle
        case .prompt, nil: nil
        }
    }

    /// The provider whose sign-in page is presented; `nil` on the picker.
    public var signInProvider: Row? { signInPage.map { Row($0.provider) } }

    /// The number of times that the provider has refused the typed name and password.
    public var failedAttempts: Int { signInPage?.failedAttempts ?? 0 }

    private var picker: ProviderPicker? {
        guard case .picker(let picker) = presented.page else { return nil }
        return picker
    }

    private var signInPage: SignInPage? {
        guard case .signIn(let page) = presented.page else { return nil }
        return page
    }

    // MARK: - Actions of the user

    /// Allows what the access prompt or the sheet of Automatic Sign-In asks; the device stores the decision.
    ///
    /// - Parameters:
    ///   - fileID: The file to name in an error.
    ///   - line: The line to name in an error.
    /// - Throws: ``SimulatorError`` if neither is presented.
    public func allow(fileID: String = #fileID, line: Int = #line) async throws {
        try await act(.allow, at: "\(fileID):\(line)")
    }

    /// Denies what the access prompt or the sheet of Automatic Sign-In asks; the device stores the decision.
    ///
    /// - Parameters:
    ///   - fileID: The file to name in an error.
    ///   - line: The line to name in an error.
    /// - Throws: ``SimulatorError`` if neither is presented.
    public func deny(fileID: String = #fileID, line: Int = #line) async throws {
        try await act(.deny, at: "\(fileID):\(line)")
    }

    /// Chooses a row by its provider's identifier.
    ///
    /// The choice can dismiss the interface; this is not an error.
    ///
    /// - Parameters:
    ///   - identifier: The provider's identifier.
    ///   - fileID: The file to name in an error.
    ///   - line: The line to name in an error.
    /// - Throws: ``SimulatorError`` if the picker does not show such a row, or the interface was dismissed.
    public func choose(_ identifier: String, fileID: String = #fileID, line: Int = #line) async throws {
        try await act(.choose(identifier), at: "\(fileID):\(line)")
    }

    /// Chooses the row for providers that are not listed.
    ///
    /// - Parameters:
    ///   - fileID: The file to name in an error.
    ///   - line: The line to name in an error.
    /// - Throws: ``SimulatorError`` if the picker is not presented.
    public func chooseOther(fileID: String = #fileID, line: Int = #line) async throws {
        try await act(.other, at: "\(fileID):\(line)")
    }

    /// Closes the picker, the sign-in page or the sheet of Automatic Sign-In.
    ///
    /// - Parameters:
    ///   - fileID: The file to name in an error.
    ///   - line: The line to name in an error.
    /// - Throws: ``SimulatorError`` if the interface was already dismissed, or the access prompt is presented.
    public func cancel(fileID: String = #fileID, line: Int = #line) async throws {
        try await act(.cancel, at: "\(fileID):\(line)")
    }

    /// Types a name and a password on the sign-in page, and submits them.
    ///
    /// If the provider refuses them, the page stays, and ``failedAttempts`` increases.
    ///
    /// - Parameters:
    ///   - subscriber: The key of one of the provider's subscribers, or any other name.
    ///   - password: The typed password; `nil` for the correct one.
    ///   - fileID: The file to name in an error.
    ///   - line: The line to name in an error.
    /// - Throws: ``SimulatorError`` if no sign-in page is presented.
    public func signIn(
        as subscriber: String, password: String? = nil, fileID: String = #fileID, line: Int = #line
    ) async throws {
        try await act(.signIn(as: subscriber, password: password), at: "\(fileID):\(line)")
    }

    /// Disconnects the network while the device contacts the provider.
    ///
    /// - Parameters:
    ///   - fileID: The file to name in an error.
    ///   - line: The line to name in an error.
    /// - Throws: ``SimulatorError`` if no sign-in page is presented.
    public func loseNetwork(fileID: String = #fileID, line: Int = #line) async throws {
        try await act(.loseNetwork, at: "\(fileID):\(line)")
    }

    private func act(_ action: PersonAction, at place: String) async throws {
        guard isPresented else {
            throw SimulatorError(.notFound, "the system's interface was already dismissed", at: place)
        }
        if case .impossible(let reason) = await presented.act(action) {
            throw SimulatorError(.impossible, reason, at: place)
        }
    }
}

extension SystemInterface.Row {
    init(_ row: ProviderPicker.Row) {
        self.init(identifier: row.identifier, displayName: row.displayName)
    }
}

extension Simulator {
    /// The system's interface that the device presents; `nil` if it presents none.
    public var presentedInterface: SystemInterface? {
        world.device.screen.presented.map(SystemInterface.init).flatMap { $0.isPresented ? $0 : nil }
    }

    /// Returns the system's interface that the device presents, and waits for it if necessary.
    ///
    /// - Parameters:
    ///   - limit: The timeout in real time; `nil` to wait until the task is cancelled.
    ///   - fileID: The file to name in an error.
    ///   - line: The line to name in an error.
    /// - Returns: The interface.
    /// - Throws: ``SimulatorError`` of the code ``SimulatorError/Code/timedOut`` if the timeout expires.
    ///
    ///   The code is ``SimulatorError/Code/cancelled`` if the waiting task is cancelled, for example by the time limit
    ///   of a test. It is ``SimulatorError/Code/impossible``, immediately, if the world's `viewer` answers every
    ///   interface.
    public func nextInterface(
        within limit: Duration? = nil, fileID: String = #fileID, line: Int = #line
    ) async throws -> SystemInterface {
        let place = "\(fileID):\(line)"
        let answers = try world.device.viewer()
        if presentedInterface == nil, answers.systemPicker != .none, answers.accessPrompt != .none,
            answers.automaticSignIn != .none
        {
            throw SimulatorError(
                .impossible,
                "the scripted user of this world answers every interface: for the access prompt set "
                    + "'viewer: {accessPrompt: none}', for the sheet of Automatic Sign-In "
                    + "'viewer: {automaticSignIn: none}', and for the picker set 'viewer: {systemPicker: none}' in the "
                    + "profile", at: place)
        }
        let screen = world.device.screen
        return try await LimitedWait.wait(within: limit) {
            while true {
                let interface = SystemInterface(presented: try await screen.next())
                if interface.isPresented { return interface }
                // An interface that has just ended is dismissed soon.
                await Task.yield()
            }
        } failing: { end in
            end.error(awaiting: "the system's interface", at: place)
        }
    }
}
