import Foundation
import Mustache
import SimulationCore

/// The site's pages: plain HTML that works without scripts and has a label for every field.
enum SitePages {
    /// Returns the sign-in page.
    static func signIn(
        provider: Provider, query: String, refused: Bool, name: String, forced: Bool
    ) -> String {
        var name = name
        // HTML does not allow control characters.
        name.unicodeScalars.removeAll { $0.properties.generalCategory == .control }
        return render(
            signInTemplate,
            [
                "title": "Sign in to \(provider.displayName)", "query": query, "refused": refused, "name": name,
                "forced": forced,
                "subscribers": provider.subscribers.map { ["name": $0.name, "password": $0.password] },
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

    /// Returns the page after a logout; without a link if it does not lead back to the app.
    static func loggedOut(_ title: String, link: String?, refreshes: Bool) -> String {
        render(
            linkTemplate, ["title": title, "hasLink": link != nil, "link": link ?? "", "refreshes": refreshes])
    }

    /// Returns the page of a provider that keeps the user instead of sending its response.
    static func blocked(provider: Provider) -> String {
        failure("\(provider.displayName) needs your attention", staying)
    }

    /// The sentence of a page that does not lead on.
    private static let staying = "The TV provider does not send you back to the app."

    /// Returns an error page.
    static func failure(_ title: String, _ reason: String) -> String {
        render(failureTemplate, ["title": title, "reason": reason])
    }

    private static func render(_ template: Result<MustacheTemplate, any Error>, _ values: [String: Any]) -> String {
        // The templates are constants of this file, and a test renders each.
        (try? template.get().render(values)) ?? ""
    }

    private static let signInTemplate = page(
        """
        {{#refused}}<p role="alert">The name or the password is wrong. Try again.</p>{{/refused}}
        {{#forced}}<p>The app asks you to sign in again.</p>{{/forced}}
        <form method="post" action="">
        <input type="hidden" name="query" value="{{query}}">
        <p><label for="username">Name</label>
        <input id="username" name="username" autocomplete="username" value="{{name}}" required></p>
        <p><label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required></p>
        <p><button name="action" value="sign-in">Sign in</button>
        <button name="action" value="cancel" formnovalidate>Cancel</button></p>
        </form>
        <h2>Test subscribers</h2>
        <table>
        <thead><tr><th scope="col">Name</th><th scope="col">Password</th></tr></thead>
        <tbody>
        {{#subscribers}}<tr><td>{{name}}</td><td>{{password}}</td></tr>
        {{/subscribers}}</tbody>
        </table>
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

    private static let failureTemplate = page("<p role=\"alert\">{{reason}}</p>")

    private static let style = PageStyle.text(
        accent: "#00696d", bright: "#5fd4d0",
        rules: """
            button[value=cancel] { color: var(--link); background: var(--back) }
            h2 { font-size: 1.125rem; margin: 2rem 0 .5rem }
            table { width: 100%; border-collapse: collapse }
            th, td { text-align: left; padding: .375rem 1rem .375rem 0; border-bottom: 1px solid var(--line) }
            """)

    private static func page(_ content: String, head: String = "") -> Result<MustacheTemplate, any Error> {
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
