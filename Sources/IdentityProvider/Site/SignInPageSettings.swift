package import Foundation

/// The shape of a provider's sign-in pages.
package struct SignInPageSettings: Sendable, Hashable {
    /// The pages with a form, in order.
    package var steps = [Step.credentials]
    /// What comes before the first form.
    package var entry = Entry.direct
    /// What comes between the sign-in and the page with the response.
    package var exit = Exit.direct
    /// The action of the forms.
    package var action = Action.empty
    /// The name of the field for the user name.
    package var userNameField = "username"
    /// The name of the field for the password.
    package var passwordField = "password"
    /// The hidden fields that must come back unchanged, by name.
    package var hidden: [String: String] = [:]
    /// How the forms are sent.
    package var form = Form.html
    /// The host of the pages.
    package var host = Host.same
    /// What a user of the home network sees.
    package var homeNotice = HomeNotice.none
    /// How long a browser keeps the session.
    package var sessionCookie = CookieLife.kept
    /// When wrong answers lock a user out; `nil` for never.
    package var lockout: Lockout?

    /// Whether a browser continues from a page before the first form with a request, not with a form.
    var hasEntry: Bool { entry == .refresh || entry == .bookends }

    /// Creates the settings of one page with name and password.
    package init() {}

    /// A page with a form.
    package enum Step: String, Sendable, CaseIterable {
        /// Name and password.
        case credentials
        /// The name alone.
        case userName
        /// The password alone.
        case password
        /// A code that the provider has sent to the user.
        case code
        /// One of the user's accounts; a user without accounts does not see this step.
        case account
        /// The user's consent to the app.
        case consent
    }

    /// What comes before the first form.
    package enum Entry: String, Sendable, CaseIterable {
        /// Nothing.
        case direct
        /// A page with a button.
        case button
        /// A page that refreshes to the first form.
        case refresh
        /// A page before the first form and one after the last, each of which wants its counter back.
        case bookends
    }

    /// What comes after the last form.
    package enum Exit: String, Sendable, CaseIterable {
        /// The page with the response.
        case direct
        /// A page with a button, and then the page with the response.
        case confirm
    }

    /// The action of a form.
    package enum Action: String, Sendable, CaseIterable {
        /// No address: the form is sent to the address of the page.
        case empty
        /// A path.
        case path
        /// A whole URL.
        case absolute
    }

    /// How the forms are sent.
    package enum Form: String, Sendable, CaseIterable {
        /// By the browser, as forms of HTML.
        case html
        /// By a script, as JSON.
        case fetch
    }

    /// The host of the pages.
    package enum Host: String, Sendable, CaseIterable {
        /// That of the service.
        case same
        /// Another one: `localhost` for a service at `127.0.0.1`, and the reverse.
        case other
    }

    /// What a user of the home network sees.
    package enum HomeNotice: String, Sendable, CaseIterable {
        /// Nothing.
        case none
        /// A page that says so, and continues by a script or a button.
        case page
    }

    /// How long a browser keeps the session.
    package enum CookieLife: String, Sendable, CaseIterable {
        /// As long as the session is valid.
        case kept
        /// Until the browser is closed.
        case sessionOnly
        /// Not at all: the browser refuses the cookie.
        case lost
    }

    /// The limit of wrong answers.
    package struct Lockout: Sendable, Hashable {
        /// The number of wrong answers in a row that locks a user out.
        package var after = 5
        /// How long the user is locked out, in seconds of the simulated clock.
        package var duration: TimeInterval = 900

        /// Creates the limit of five answers and a quarter of an hour.
        package init() {}
    }
}
