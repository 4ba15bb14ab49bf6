import TVSimSituations
import TVSimulator
public import Testing

/// A situation of the vendor's single sign-on cookbook, as the argument of a test.
///
/// The article "Test every situation" describes the axes. `tvsim matrix show NAME` prints what the documents allow.
public struct Situation: Sendable, Hashable, CustomStringConvertible, CustomTestStringConvertible {
    /// A call of the app that the cookbook describes.
    public enum Call: String, Sendable, CaseIterable {
        case setRequestor, checkAuthentication, getAuthentication
    }

    let value: CookbookSituation

    init(_ value: CookbookSituation) { self.value = value }

    /// Creates a situation from its name.
    ///
    /// ```swift
    /// let situation = try Situation("access=denied/account=signedOut")
    /// ```
    ///
    /// - Parameter name: What differs from the baseline, as `AXIS=VALUE` separated by `/`, or `baseline`.
    /// - Throws: ``/TVSimulator/SimulatorError`` if an axis or a value is unknown, or the situation cannot exist.
    public init(_ name: String) throws {
        do { value = try CookbookSituation(named: name) } catch { throw SimulatorError(error) }
    }

    /// The name, which ``init(_:)`` reads.
    public var description: String { value.description }

    /// The name, for reports of tests.
    public var testDescription: String { value.description }

    /// Returns the outcomes of a call that the documents allow, each as lines of an `expect`.
    ///
    /// The first one is the outcome of the simulator. The place of a status among the other callbacks is not
    /// documented.
    ///
    /// - Parameter call: The call.
    /// - Returns: The outcomes; never empty.
    public func outcomes(of call: Call) -> [[String]] { allowed(call).map(\.callbacks) }

    func allowed(_ call: Call) -> [AllowedOutcome] {
        let call: CookbookCall =
            switch call {
            case .setRequestor: .setRequestor
            case .checkAuthentication: .checkAuthentication
            case .getAuthentication: .getAuthentication
            }
        return value.outcomes(of: call)
    }
}

/// Situations of the cookbook, as the arguments of a test.
///
/// ```swift
/// @Test(.simulator(matrix: .appleSSO), arguments: SituationMatrix.appleSSO)
/// func setsItsRequestor(in situation: Situation) async throws {
///     let app = try await Simulator.current.launch(in: situation)
///     try await app.expect(.setRequestor, in: situation) { $0.setRequestor("REF30") }
/// }
/// ```
public struct SituationMatrix: Sendable, RandomAccessCollection {
    private let situations: [CookbookSituation]

    /// The cookbook's decision table: platform, access, account, integration, single sign-on, degradation and SAML
    /// response, 2496 situations.
    public static let appleSSO = SituationMatrix(situations: SituationSelection.decisionTable.possibleSituations())

    private init(situations: [CookbookSituation]) { self.situations = situations }

    /// Creates the matrix of some axes; all other axes have the value of the baseline.
    ///
    /// ```swift
    /// let matrix = try SituationMatrix("access", "platform=iOS,tvOS")
    /// ```
    ///
    /// - Parameter axes: The axes, each as `NAME` for all its values or `NAME=VALUE,VALUE`. The axis `start` is not
    ///   among them, because the test itself starts the app.
    /// - Throws: ``/TVSimulator/SimulatorError`` if an axis or a value is unknown, or a value occurs in no situation.
    public init(_ axes: String...) throws {
        var selection = SituationSelection()
        for axis in axes {
            do { try selection.add(axis) } catch { throw SimulatorError(error) }
        }
        do { situations = try selection.situations() } catch { throw SimulatorError(error) }
        guard situations.allSatisfy({ $0[.start] == "cold" }) else {
            throw SimulatorError(.impossible, "a matrix of tests has no axis 'start': the test itself starts the app")
        }
    }

    /// The index of the first situation.
    public var startIndex: Int { situations.startIndex }
    /// The index behind the last situation.
    public var endIndex: Int { situations.endIndex }
    /// The situation at an index.
    public subscript(position: Int) -> Situation { Situation(situations[position]) }
}

extension SimulatorError {
    /// Converts the error of a name.
    fileprivate init(_ error: SituationError) {
        self.init(.notFound, error.reason, suggestion: error.suggestion)
    }
}
