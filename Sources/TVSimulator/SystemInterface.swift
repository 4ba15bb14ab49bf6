import SimulatedDevice
import SimulatedWorld
public import VideoSubscriberAccount

/// The system's interface while it is up on a simulated device, for a test that is the person before it: first the
/// provider picker, then a provider's sign-in page.
///
/// Each action returns when its effect is there, so a test needs to wait for nothing. In a world whose `viewer` answers
/// of their own accord the interface is gone before a test can act: give the profile `viewer: {systemPicker: none}`.
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
public struct SystemInterface: Sendable {
    let presented: PresentedInterface

    /// The interface that a delegate was handed to present; `nil` for a view controller that is not the system's.
    ///
    /// What is on it can be read at once. A person can act when `present` has returned.
    public init?(_ viewController: UIViewController) {
        guard let controller = viewController as? SystemInterfaceViewController else { return nil }
        presented = controller.interface
    }

    init(presented: PresentedInterface) {
        self.presented = presented
    }

    /// A row that a person can choose.
    public struct Row: Sendable, Hashable {
        /// The provider's identifier.
        public let identifier: String
        /// The name that people see.
        public let displayName: String
    }

    // MARK: - What it shows

    /// Whether it is still up.
    public var isPresented: Bool { presented.page != nil }

    /// The rows that stand out, in the app's order; none on a sign-in page.
    public var featured: [Row] { picker?.featured.map(Row.init) ?? [] }

    /// The rows below them; none on a sign-in page.
    public var providers: [Row] { picker?.providers.map(Row.init) ?? [] }

    /// The rows that the app adds; none on a sign-in page.
    public var applicationProviders: [Row] { picker?.applicationProviders.map(Row.init) ?? [] }

    /// The title: the picker's own, or the name of the provider whose sign-in page is up; `nil` when it is gone.
    public var title: String? {
        switch presented.page {
        case .picker: ProviderPicker.title
        case .signIn(let page): page.provider.displayName
        case nil: nil
        }
    }

    /// The title of the row for providers that are not listed; `nil` where there is no such row.
    public var otherTitle: String? { picker == nil ? nil : ProviderPicker.otherTitle }

    /// The title of the video that the person wants to watch; `nil`: the app named none.
    public var videoTitle: String? {
        switch presented.page {
        case .picker(let picker): picker.videoTitle
        case .signIn(let page): page.videoTitle
        case nil: nil
        }
    }

    /// The provider whose sign-in page is up; `nil` on the picker.
    public var signInProvider: Row? { signInPage.map { Row($0.provider) } }

    /// How often the provider has refused what was typed on its sign-in page.
    public var failedAttempts: Int { signInPage?.failedAttempts ?? 0 }

    private var picker: ProviderPicker? {
        guard case .picker(let picker) = presented.page else { return nil }
        return picker
    }

    private var signInPage: SignInPage? {
        guard case .signIn(let page) = presented.page else { return nil }
        return page
    }

    // MARK: - What the person does

    /// Chooses a row by its provider's identifier.
    ///
    /// - Throws: ``SimulatorError`` when the picker does not show such a row or the interface is
    ///   gone. That choosing ends the interface is not an error.
    public func choose(_ identifier: String, fileID: String = #fileID, line: Int = #line) async throws {
        try await act(.choose(identifier), at: "\(fileID):\(line)")
    }

    /// Chooses the row for providers that are not listed.
    ///
    /// - Throws: ``SimulatorError`` when the picker is not up.
    public func chooseOther(fileID: String = #fileID, line: Int = #line) async throws {
        try await act(.other, at: "\(fileID):\(line)")
    }

    /// Closes the interface.
    ///
    /// - Throws: ``SimulatorError`` when the interface is gone.
    public func cancel(fileID: String = #fileID, line: Int = #line) async throws {
        try await act(.cancel, at: "\(fileID):\(line)")
    }

    /// Types a name and a password on the sign-in page and sends them.
    ///
    /// - Parameters:
    ///   - subscriber: The key of one of the provider's subscribers, or any other name.
    ///   - password: What is typed; `nil`: the right one.
    ///   - fileID: The file that an error names.
    ///   - line: The line that an error names.
    /// - Throws: ``SimulatorError`` when no sign-in page is up. That the provider refuses what was typed is not an error:
    ///   ``failedAttempts`` counts it.
    public func signIn(
        as subscriber: String, password: String? = nil, fileID: String = #fileID, line: Int = #line
    ) async throws {
        try await act(.signIn(as: subscriber, password: password), at: "\(fileID):\(line)")
    }

    /// Loses the network while the provider is asked.
    ///
    /// - Throws: ``SimulatorError`` when no sign-in page is up.
    public func loseNetwork(fileID: String = #fileID, line: Int = #line) async throws {
        try await act(.loseNetwork, at: "\(fileID):\(line)")
    }

    private func act(_ action: PersonAction, at place: String) async throws {
        guard isPresented else { throw SimulatorError(.notFound, "the system's interface is gone", at: place) }
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
    /// The system's interface that is up on the device; `nil`: none.
    public var presentedInterface: SystemInterface? {
        world.device.screen.presented.map(SystemInterface.init).flatMap { $0.isPresented ? $0 : nil }
    }

    /// Returns the system's interface that is up on the device, and waits for one where there is none.
    ///
    /// - Parameters:
    ///   - limit: How long to wait, by the wall clock; `nil`: until the test ends.
    ///   - fileID: The file that an error names.
    ///   - line: The line that an error names.
    /// - Returns: The interface.
    /// - Throws: ``SimulatorError`` when none comes in that time, when the waiting task is cancelled, as a test's time limit
    ///   does, and at once where the world's `viewer` takes down every interface.
    public func nextInterface(
        within limit: Duration? = nil, fileID: String = #fileID, line: Int = #line
    ) async throws -> SystemInterface {
        let place = "\(fileID):\(line)"
        if presentedInterface == nil, try world.device.viewer().systemPicker != .none {
            throw SimulatorError(
                .impossible,
                "no interface stays for a test in this world, since its 'viewer' answers each: give the profile "
                    + "'viewer: {systemPicker: none}'", at: place)
        }
        let screen = world.device.screen
        return try await LimitedWait.wait(within: limit) {
            while true {
                let interface = SystemInterface(presented: try await screen.next())
                if interface.isPresented { return interface }
                // One that has just ended is about to be taken down.
                await Task.yield()
            }
        } failing: { end in
            end.error(awaiting: "an interface of the system", at: place)
        }
    }
}
