import Foundation
import TVSimStructuredText
import TVSimulatorTesting
import Testing

@Suite("The stand-ins for UIKit")
@MainActor struct UIKitTests {
    @Test("let an app find the controller that presents the picker")
    func presenter() {
        #expect(PickerPresenter.isFound())
    }

    @Test("open nothing, and report that")
    func open() throws {
        #expect(PickerPresenter.opens(try #require(URL(string: "app-settings:"))) == false)
    }

    @Test("are told when the user leaves the app for Settings and comes back, also after an error")
    func background() async throws {
        struct Mistake: Error {}
        let simulator = try Simulator(profile: "schema: 1\nname: background")
        let notices = Locked<[String]>([])
        let observers = PickerPresenter.observe { name in notices.withLockedValue { $0.append(name) } }
        defer { observers.forEach(NotificationCenter.default.removeObserver) }
        await #expect(throws: Mistake.self) {
            try await simulator.whileInBackground {
                try simulator.perform("permission: denied")
                notices.withLockedValue { $0.append("Settings") }
                throw Mistake()
            }
        }
        #expect(
            notices.withLockedValue { $0 } == [
                "UIApplicationWillResignActiveNotification", "UIApplicationDidEnterBackgroundNotification", "Settings",
                "UIApplicationWillEnterForegroundNotification", "UIApplicationDidBecomeActiveNotification",
            ])
    }
}
