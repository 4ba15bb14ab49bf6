import Foundation
public import TVSimulator

extension Simulator {
    /// Sends the app to the background, does what the user does meanwhile, and brings the app back.
    ///
    /// A user leaves the app to change the permission or the TV provider in Settings. Apps notice it when they return:
    ///
    /// ```swift
    /// try await simulator.whileInBackground { try simulator.perform("permission: denied") }
    /// ```
    ///
    /// The notifications of UIKit are posted on the main queue, by their names, because most apps observe these: before
    /// the work `willResignActive` and `didEnterBackground`, after it `willEnterForeground` and `didBecomeActive`.
    /// `NotificationCenter.default` is one for the process, so the apps of tests that run in parallel get them too.
    ///
    /// Source: Apple, UIKit, "Managing your app's life cycle".
    ///
    /// - Parameter work: What happens while the app is in the background.
    /// - Returns: What the work returns.
    /// - Throws: The error of the work, after the app has returned.
    public func whileInBackground<Result: Sendable>(
        _ work: @Sendable () async throws -> Result
    ) async rethrows -> Result {
        await Self.post("UIApplicationWillResignActiveNotification", "UIApplicationDidEnterBackgroundNotification")
        do {
            let result = try await work()
            await Self.comeBack()
            return result
        } catch {
            await Self.comeBack()
            throw error
        }
    }

    private static func comeBack() async {
        await post("UIApplicationWillEnterForegroundNotification", "UIApplicationDidBecomeActiveNotification")
    }

    @MainActor private static func post(_ names: String...) {
        for name in names { NotificationCenter.default.post(name: Notification.Name(name), object: nil) }
    }
}
