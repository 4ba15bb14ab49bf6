import Foundation
import Mustache
import TVSimCore

/// The site's pages: plain HTML that works without scripts and has a label for every field.
enum SitePages {
    /// Returns the page of one step of a sign-in.
    static func signIn(
        provider: Provider, step: SignInPageSettings.Step, query: String, action: String,
        hidden: [(name: String, value: String)], accounts: [String] = [], refused: Bool, locked: Bool = false,
        name: String, forced: Bool
    ) -> String {
        var name = name
        // HTML does not allow control characters.
        name.unicodeScalars.removeAll { $0.properties.generalCategory == .control }
        let page = provider.signInPage ?? SignInPageSettings()
        let isConsent = step == .consent
        return render(
            signInTemplate,
            [
                "title": isConsent
                    ? "\(provider.displayName): allow access" : "Sign in to \(provider.displayName)",
                "query": query, "action": action, "hidden": hidden.map { ["name": $0.name, "value": $0.value] },
                "refused": refused, "locked": locked, "lockedOut": lockedOut, "asked": asked(in: step).capitalizedFirst,
                "name": name, "forced": forced,
                "asksName": step == .credentials || step == .userName,
                "asksPassword": step == .credentials || step == .password, "asksCode": step == .code,
                "asksAccount": step == .account, "accounts": accounts,
                "userNameField": page.userNameField, "passwordField": page.passwordField,
                "value": isConsent ? "consent" : "sign-in",
                "button": button(of: step, in: page),
                "showsCode": page.steps.contains(.code),
                "subscribers": provider.subscribers.map {
                    ["name": $0.name, "password": $0.password, "code": $0.code]
                },
            ])
    }

    /// The label of the button of a step.
    static func button(of step: SignInPageSettings.Step, in page: SignInPageSettings) -> String {
        step == .consent ? "Allow" : step == page.steps.last(where: { $0 != .consent }) ? "Sign in" : "Next"
    }

    /// The counters of the pages before the first form and after the last.
    static let (firstBookend, lastBookend) = ("1", "3")

    /// What the page says to a user who is locked out.
    static let lockedOut = "There were too many wrong answers. Try again later."

    /// What a step asks for, in words.
    static func asked(in step: SignInPageSettings.Step) -> String {
        switch step {
        case .credentials: "the name or the password"
        case .userName: "the name"
        case .password: "the password"
        case .code: "the code"
        case .account: "the account"
        case .consent: "the answer"
        }
    }

    /// Returns the page with a button before the sign-in page.
    static func entry(
        provider: Provider, query: String, action: String, hidden: [(name: String, value: String)]
    ) -> String {
        proceed("Welcome to \(provider.displayName)", method: "post", to: action, [("query", query)] + hidden)
    }

    /// Returns the page with a button between the sign-in and the response.
    static func confirm(
        provider: Provider, to address: String, _ hidden: [(name: String, value: String)]
    ) -> String {
        proceed("You are signed in to \(provider.displayName)", method: "get", to: address, hidden)
    }

    /// Returns a page whose form has only hidden fields: its button sends them, or its script.
    static func proceed(
        _ title: String, method: String, to action: String, _ hidden: [(name: String, value: String)],
        posts: Bool = false
    ) -> String {
        render(
            continueTemplate,
            [
                "title": title, "method": method, "action": action,
                "hidden": hidden.map { ["name": $0.name, "value": $0.value] }, "posts": posts,
            ])
    }

    /// The script of a page that posts its form as soon as it is read.
    static let postingScript = "document.forms[0].submit()"

    /// Returns the page with a form that posts a SAML response to the service (SAML Bindings 2.0, 3.5.4).
    static func response(
        provider: Provider, action: String, response: String, relayState: String?, posts: Bool
    ) -> String {
        render(
            responseTemplate,
            [
                "title": "\(provider.displayName): back to the app", "action": action, "response": response,
                "hasRelayState": relayState != nil, "relayState": relayState ?? "",
                "posts": posts,
            ])
    }

    /// Returns the page that asks the user to wait and refreshes to the page with the response.
    static func wait(provider: Provider, link: String) -> String {
        render(
            linkTemplate,
            ["title": "\(provider.displayName): please wait", "hasLink": true, "link": link, "refreshes": true])
    }

    /// Returns the page with a link to the service provider.
    static func onward(provider: Provider, link: String) -> String {
        render(
            linkTemplate, ["title": "\(provider.displayName): back to the app", "hasLink": true, "link": link])
    }

    /// Returns the page after a logout; without a link if it does not lead back to the app.
    static func loggedOut(_ title: String, link: String?, refreshes: Bool) -> String {
        render(
            linkTemplate, ["title": title, "hasLink": link != nil, "link": link ?? "", "refreshes": refreshes])
    }

    /// Returns the page of a provider that keeps the user instead of sending its response.
    static func blocked(provider: Provider) -> String {
        failure("\(provider.displayName) needs your attention", staying)
    }

    /// Returns the notice of a provider that is being maintained.
    static func maintenance(provider: Provider, isLogout: Bool) -> String {
        failure(
            "\(provider.displayName) is being maintained",
            "\(isLogout ? "Signing out" : "Sign-in") is not possible at the moment.")
    }

    /// The sentence of a page that does not lead on.
    static let staying = "The TV provider does not send you back to the app."

    /// Returns a page with one sentence.
    static func note(_ title: String, _ text: String) -> String {
        render(noteTemplate, ["title": title, "text": text])
    }

    /// Returns an error page.
    static func failure(_ title: String, _ reason: String) -> String {
        render(failureTemplate, ["title": title, "reason": reason])
    }

    static func render(_ template: Result<MustacheTemplate, any Error>, _ values: [String: Any]) -> String {
        // The templates are constants of this file, and a test renders each.
        (try? template.get().render(values)) ?? ""
    }

    private static let signInTemplate = page(
        """
        {{#refused}}<p role="alert">{{asked}} is wrong. Try again.</p>{{/refused}}\
        {{#locked}}<p role="alert">{{lockedOut}}</p>{{/locked}}
        {{#forced}}<p>The app asks you to sign in again.</p>{{/forced}}
        <form method="post" action="{{action}}">
        <input type="hidden" name="query" value="{{query}}">
        {{#hidden}}<input type="hidden" name="{{name}}" value="{{value}}">
        {{/hidden}}{{#asksName}}<p><label for="username">Name</label>
        <input id="username" name="{{userNameField}}" autocomplete="username" value="{{name}}" required></p>
        {{/asksName}}{{#asksPassword}}<p><label for="password">Password</label>
        <input id="password" name="{{passwordField}}" type="password" autocomplete="current-password" required></p>
        {{/asksPassword}}{{#asksCode}}<p><label for="code">Code</label>
        <input id="code" name="code" autocomplete="one-time-code" required></p>
        {{/asksCode}}{{#asksAccount}}<p><label for="account">Account</label>
        <select id="account" name="account" style="font: inherit; min-height: 2.75rem; width: 100%">
        {{#accounts}}<option>{{.}}</option>
        {{/accounts}}</select></p>
        {{/asksAccount}}<p><button name="action" value="{{value}}">{{button}}</button>
        <button name="action" value="cancel" formnovalidate>Cancel</button></p>
        </form>
        <h2>Test subscribers</h2>
        <table>
        <thead><tr><th scope="col">Name</th><th scope="col">Password</th>\
        {{#showsCode}}<th scope="col">Code</th>{{/showsCode}}</tr></thead>
        <tbody>
        {{#subscribers}}<tr><td>{{name}}</td><td>{{password}}</td>{{#showsCode}}<td>{{code}}</td>{{/showsCode}}</tr>
        {{/subscribers}}</tbody>
        </table>
        """)

    private static let continueTemplate = page(
        """
        <form name="continue" method="{{method}}" action="{{action}}">
        {{#hidden}}<input type="hidden" name="{{name}}" value="{{value}}">
        {{/hidden}}<p><button autofocus>Continue</button></p>
        </form>{{#posts}}
        <script>\(postingScript)</script>{{/posts}}
        """)

    private static let responseTemplate = page(
        """
        <form method="post" action="{{action}}">
        <input type="hidden" name="SAMLResponse" value="{{response}}">
        {{#hasRelayState}}<input type="hidden" name="RelayState" value="{{relayState}}">{{/hasRelayState}}
        <p><button autofocus>Continue</button></p>
        </form>
        {{#posts}}<script>\(postingScript)</script>{{/posts}}
        """)

    private static let linkTemplate = page(
        """
        {{#hasLink}}<p><a href="{{link}}">Continue</a></p>{{/hasLink}}
        {{^hasLink}}<p role="alert">\(staying)</p>{{/hasLink}}
        """, head: "{{#refreshes}}<meta http-equiv=\"refresh\" content=\"0; url={{link}}\">\n{{/refreshes}}")

    private static let noteTemplate = page("<p>{{text}}</p>")

    private static let failureTemplate = page("<p role=\"alert\">{{reason}}</p>")

    private static let style = PageStyle.text(
        accent: "#00696d", bright: "#5fd4d0",
        rules: """
            button[value=cancel] { color: var(--link); background: var(--back) }
            h2 { font-size: 1.125rem; margin: 2rem 0 .5rem }
            table { width: 100%; border-collapse: collapse }
            th, td { text-align: left; padding: .375rem 1rem .375rem 0; border-bottom: 1px solid var(--line) }
            """)

    static func page(_ content: String, head: String = "") -> Result<MustacheTemplate, any Error> {
        Result {
            try MustacheTemplate(
                string: """
                    \(PageText.pragma)<!DOCTYPE html>
                    <html lang="en">
                    <head>
                    <meta charset="utf-8">
                    <meta name="viewport" content="width=device-width, initial-scale=1">
                    \(head)<title>{{title}}</title>
                    <style>\(style)</style>
                    </head>
                    <body>
                    <main>
                    <h1>{{title}}</h1>
                    \(content)
                    <p>This is a simulated TV provider. Do not enter a real password.</p>
                    </main>
                    </body>
                    </html>

                    """)
        }
    }
}

extension String {
    /// The text with its first letter in upper case.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
