/// What the SDK has handed to the app, and what it expects back.
package enum AppWait: String, Codable, Sendable {
    case picker, signInPage, logoutPage, code

    /// The outcome in the journal: what the app was given.
    var given: String {
        switch self {
        case .picker: "picker"
        case .signInPage, .logoutPage: "page"
        case .code: "code"
        }
    }

    /// The call of the SDK in the journal.
    var event: String { self == .logoutPage ? "logout" : "sign-in" }

    /// What the app does with it.
    var reason: String {
        switch self {
        case .picker: "the user chooses an MVPD in the app's own picker"
        case .signInPage: "the user signs in on the MVPD's page"
        case .logoutPage: "the app loads the MVPD's page that ends the session there"
        case .code: "the user enters the registration code on a second screen"
        }
    }

    /// What the SDK expects.
    var expected: String {
        switch self {
        case .picker: "setSelectedProvider"
        case .signInPage, .logoutPage: "handleExternalURL"
        case .code: "the service's profile for the code, as simulated time passes"
        }
    }

    /// The wait as one line.
    package var line: String { "the SDK waits for \(expected): \(reason)" }
}
