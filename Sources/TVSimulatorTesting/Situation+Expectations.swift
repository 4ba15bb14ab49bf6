public import AccessEnabler
import TVSimRuns
import TVSimScenario

extension LaunchedApp {
    /// Makes a call of the cookbook, and compares its callbacks with those that the documents allow in a situation.
    ///
    /// ```swift
    /// try await app.expect(.checkAuthentication, in: situation) { $0.checkAuthentication() }
    /// ```
    ///
    /// The documents describe the calls in this order: `setRequestor`, `checkAuthentication`, `getAuthentication`.
    ///
    /// - Parameters:
    ///   - call: The call that the closure makes.
    ///   - situation: The situation that the world is in.
    ///   - fileID: The file to name in an error.
    ///   - line: The line to name in an error.
    ///   - calls: The call to the SDK.
    /// - Throws: ``CallbackMismatch`` if the documents do not allow the callbacks; the errors of
    ///   ``callbacks(fileID:line:of:)``.
    public nonisolated(nonsending) func expect(
        _ call: Situation.Call, in situation: Situation, fileID: String = #fileID, line: Int = #line,
        of calls: (AccessEnabler) throws -> Void
    ) async throws {
        let place = "\(fileID):\(line)"
        let expected = situation.outcomes(of: call)[0]
        let effect = try await effect(at: place, awaiting: expected, of: calls)
        do {
            try CallbackMismatch.check(
                call, in: situation, callbacks: effect.callbacks, notes: notes(of: effect), at: place)
            report?.add("calls of the test", at: place, effect: effect)
        } catch {
            report?.add(
                "calls of the test", at: place, expected: expected, effect: effect,
                failures: (error as? CallbackMismatch)?.differences ?? ["\(error)"])
            throw error
        }
    }
}

extension RecordingDelegate {
    /// Compares the callbacks since the last comparison with those that the documents allow in a situation.
    ///
    /// It covers the callbacks that ``expect(_:fileID:line:)`` would cover.
    ///
    /// - Parameters:
    ///   - call: The call that the app made.
    ///   - situation: The situation that the world is in.
    ///   - fileID: The file to name in an error.
    ///   - line: The line to name in an error.
    /// - Throws: ``CallbackMismatch`` if the documents do not allow the callbacks.
    public func expect(
        _ call: Situation.Call, in situation: Situation, fileID: String = #fileID, line: Int = #line
    ) throws {
        try CallbackMismatch.check(call, in: situation, callbacks: takeUncompared(), at: "\(fileID):\(line)")
    }
}
