#if !canImport(Darwin)
    public import Foundation

    /// A stand-in for UIKit's application object, as far as sources that present a picker use it.
    ///
    /// It opens no URL, and posts no notification by itself: `Simulator.whileInBackground` does, for a test.
    @preconcurrency @MainActor
    open class UIApplication: NSObject {
        /// The application.
        public static let shared = UIApplication()

        /// The keys of the options of ``open(_:options:completionHandler:)``.
        public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
            /// The name of the key.
            public let rawValue: String

            /// Creates a key from its name.
            public init(rawValue: String) { self.rawValue = rawValue }
        }

        /// The keys of the options with which an app opens a URL for another app.
        public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
            /// The name of the key.
            public let rawValue: String

            /// Creates a key from its name.
            public init(rawValue: String) { self.rawValue = rawValue }
        }

        /// The address of the app's own settings.
        public nonisolated static let openSettingsURLString = "app-settings:"

        /// The app's delegate, which the app or a test sets; nothing calls it.
        open weak var delegate: (any UIApplicationDelegate)?

        /// The name of the notification after the app has become active.
        public nonisolated static let didBecomeActiveNotification = Notification.Name(
            "UIApplicationDidBecomeActiveNotification")
        /// The name of the notification before the app becomes inactive.
        public nonisolated static let willResignActiveNotification = Notification.Name(
            "UIApplicationWillResignActiveNotification")
        /// The name of the notification before the app returns to the foreground.
        public nonisolated static let willEnterForegroundNotification = Notification.Name(
            "UIApplicationWillEnterForegroundNotification")
        /// The name of the notification after the app has gone to the background.
        public nonisolated static let didEnterBackgroundNotification = Notification.Name(
            "UIApplicationDidEnterBackgroundNotification")

        /// The windows of the app, which the app or a test sets.
        open var windows: [UIWindow] = []

        /// The window that receives events: the last one that was made visible.
        open var keyWindow: UIWindow? { windows.last }

        /// Returns `false`: Linux has no other app.
        open func canOpenURL(_ url: URL) -> Bool { false }

        /// Opens nothing, and reports that.
        open func open(
            _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
            completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
        ) {
            completion?(false)
        }
    }

    /// A stand-in for the delegate of an app, without the methods that UIKit calls.
    @preconcurrency @MainActor
    public protocol UIApplicationDelegate: NSObjectProtocol {}
#endif
