import Foundation
import Mustache
import TVSimEntitlementAPI

/// The second screen's pages: plain HTML without scripts, with a label for every field.
enum ActivationPages {
    /// Returns the page that asks for the code.
    static func code(_ typed: String, alert: String? = nil) -> ServiceAnswer {
        // HTML does not allow control characters.
        let typed = typed.unicodeScalars.filter { $0.properties.generalCategory != .control }
        return BrowserPage.show(
            codeTemplate,
            [
                "title": "Activate your TV", "code": String(String.UnicodeScalarView(typed.prefix(64))),
                "refused": alert != nil,
                "alert": alert ?? "",
            ], status: alert == nil ? 200 : 400, outcome: alert == nil ? "code page" : "refused",
            reason: alert ?? "The page asks the user for the code.")
    }

    /// Returns the page that asks for the MVPD.
    static func provider(code: String, choices: [Integration], isWrong: Bool) -> ServiceAnswer {
        BrowserPage.show(
            providerTemplate,
            [
                "title": "Choose your TV provider", "code": code, "refused": isWrong,
                "choices": choices.map { ["mvpd": $0.mvpd, "name": $0.displayName] },
            ], status: isWrong ? 400 : 200, outcome: "provider page",
            reason: "The session has no MVPD, so the user chooses one.")
    }

    /// Returns the page with the result.
    static func done(signedIn: Bool) -> ServiceAnswer {
        BrowserPage.show(
            doneTemplate, ["title": signedIn ? "You are signed in" : "You are not signed in", "signedIn": signedIn],
            outcome: signedIn ? "signed in" : "not signed in",
            reason: signedIn
                ? "The user signed in with the code, or the MVPD needs no sign-in."
                : "No user has signed in with the code.")
    }

    private static let codeTemplate = BrowserPage.page(
        """
        {{#refused}}<p role="alert">{{alert}}</p>{{/refused}}
        <form method="post" action="">
        <p><label for="code">Code on your TV</label>
        <input id="code" name="code" autocomplete="off" autocapitalize="characters" value="{{code}}" required></p>
        <p><button>Continue</button></p>
        </form>
        """)

    private static let providerTemplate = BrowserPage.page(
        """
        {{#refused}}<p role="alert">Unknown TV provider. Choose one of these.</p>{{/refused}}
        <form method="post" action="">
        <input type="hidden" name="code" value="{{code}}">
        <fieldset><legend>TV provider</legend>
        {{#choices}}<p><label><input type="radio" name="mvpd" value="{{mvpd}}" required> {{name}}</label></p>
        {{/choices}}</fieldset>
        <p><button>Continue</button></p>
        </form>
        """)

    private static let doneTemplate = BrowserPage.page(
        """
        {{#signedIn}}<p>Go back to your TV.</p>{{/signedIn}}
        {{^signedIn}}<p>The sign-in with this code is not complete. \
        <a href="../activate">Enter a code</a>.</p>{{/signedIn}}
        """)
}
