import TVSimRules
import TVSimRuns
import TVSimScenario
import TVSimWorld
public import TVSimulator

extension Simulator {
    /// Launches the profile's app in this world, with a browser that has no sign-in sessions.
    ///
    /// The app reads the data that earlier launches stored, and makes no calls by itself.
    ///
    /// ```swift
    /// let app = simulator.launch()
    /// try await app.expect(["setRequestorComplete(1)"]) { $0.setRequestor("REF30") }
    /// ```
    ///
    /// - Returns: The app, which creates its SDK object at the first call.
    public func launch() -> LaunchedApp {
        launch(profile)
    }

    /// Launches another app in this world, as ``launch()`` does.
    ///
    /// - Parameters:
    ///   - bundleID: The app's bundle identifier.
    ///   - fileID: The file to name in an error.
    ///   - line: The line to name in an error.
    /// - Returns: The app.
    /// - Throws: ``/TVSimulator/SimulatorError`` if the bundle identifier is invalid.
    public func launch(as bundleID: String, fileID: String = #fileID, line: Int = #line) throws -> LaunchedApp {
        var profile = profile
        profile.app.bundleID = try checked(bundleID: bundleID, at: "\(fileID):\(line)")
        return launch(profile)
    }

    private func launch(_ profile: Profile) -> LaunchedApp {
        LaunchedApp(SimulatedApp(world: world, profile: profile, over: transport(from: .sdk), standIn: .test))
    }
}
