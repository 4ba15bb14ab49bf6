import Foundation
import HTTPTypes
import Mustache
import TVSimCore
import TVSimEntitlementAPI

/// Creates responses for a user's browser: pages and redirects instead of JSON.
enum BrowserPage {
    /// Runs a closure and converts a ``Refusal`` to an error page.
    static func answering(_ body: () throws -> ServiceAnswer) throws -> ServiceAnswer {
        do { return try body() } catch let refusal as Refusal { return refused(refusal) }
    }

    /// Returns a redirect.
    static func redirect(to location: String, outcome: String, reason: String) -> ServiceAnswer {
        var answer = ServiceAnswer(status: 302, outcome: outcome, reason: reason)
        answer.fields[.location] = location
        return answer
    }

    /// Returns the URL of an identity provider's endpoint for a browser.
    ///
    /// The simulation's host names do not resolve. The server answers for all of them, so their URLs are paths.
    static func place(_ service: String, isExternal: Bool, query: String) -> String {
        let place = isExternal ? service : ServedAddress.path(of: service)
        return place + (place.contains("?") ? "&" : "?") + query
    }

    /// Returns the redirect to the app after a logout.
    static func loggedOut(_ logout: PendingLogout, outcome: String, reason: String) -> ServiceAnswer {
        redirect(to: logout.redirectURL, outcome: outcome, reason: reason)
    }

    /// Returns an error page with the message and the error code.
    static func refused(_ refusal: Refusal) -> ServiceAnswer {
        show(refusedTemplate, ["title": "The request cannot be completed"], refusal)
    }

    /// Returns the page for a finished sign-in: it links to the app and shows the error.
    static func finished(_ refusal: Refusal, goingOnTo place: String) -> ServiceAnswer {
        show(finishedTemplate, ["title": "This sign-in is finished", "place": place], refusal)
    }

    private static func show(
        _ template: Result<MustacheTemplate, any Error>, _ values: [String: Any], _ refusal: Refusal
    ) -> ServiceAnswer {
        let (status, name, text) =
            switch refusal.words {
            case .enhanced(let code, let details): (code.status, code.name, details ?? refusal.shown ?? refusal.reason)
            case .registration(let code, let status): (status, code.rawValue, refusal.reason)
            case .singleSignOn(let code): (code.status, code.name, refusal.reason)
            }
        // The vendor has no code for a wrong path or method, and the one of this answer would mislead a reader.
        let isCoded = ![404, 405].contains(status)
        var answer = show(
            template, values.merging(["text": text, "name": name, "isCoded": isCoded]) { $1 }, status: status,
            outcome: name, reason: refusal.reason)
        if case .enhanced = refusal.words { answer.codes = [name] }
        answer.take(refusal)
        return answer
    }

    /// Returns a page that is truncated in its first lines.
    static func brokenOff(reason: String) -> ServiceAnswer {
        show(Result { try MustacheTemplate(string: "<!DOCTYPE html>\n<htm") }, [:], outcome: "fault", reason: reason)
    }

    /// Renders a page.
    static func show(
        _ template: Result<MustacheTemplate, any Error>, _ values: [String: Any], status: Int = 200, outcome: String,
        reason: String
    ) -> ServiceAnswer {
        var answer = ServiceAnswer(status: status, outcome: outcome, reason: reason)
        answer.fields[.contentType] = "text/html;charset=UTF-8"
        // Pages load nothing, run no scripts, and cannot be framed.
        answer.fields[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
        // The templates are constants of this module, and a test renders each.
        answer.body = Data(((try? template.get().render(values)) ?? "").utf8)
        return answer
    }

    /// Returns the template of a whole page from the template of its content; the title is a variable.
    static func page(_ content: String) -> Result<MustacheTemplate, any Error> {
        Result {
            try MustacheTemplate(
                string: """
                    <!DOCTYPE html>
                    <html lang="en">
                    <head>
                    <meta charset="utf-8">
                    <meta name="viewport" content="width=device-width, initial-scale=1">
                    <title>{{title}}</title>
                    <style>\(style)</style>
                    </head>
                    <body>
                    <main>
                    <h1>{{title}}</h1>
                    \(content)
                    <p>This is a simulated entitlement service. No real account is involved.</p>
                    </main>
                    </body>
                    </html>

                    """)
        }
    }

    private static let style = PageStyle.text(
        accent: "#0b57d0", bright: "#8db4ff",
        rules: """
            fieldset { margin: 0 0 1.25rem; padding: .5rem 1rem; border: 1px solid var(--edge); border-radius: .375rem }
            fieldset p { margin: 0 }
            fieldset label { padding: .625rem 0 }
            input[type=radio] { display: inline; width: auto; min-height: 0; margin: 0 .5rem 0 0; \
            accent-color: var(--link) }
            """)

    private static let refusedTemplate = page(
        "<p role=\"alert\">{{text}}</p>\n{{#isCoded}}<p><code>{{name}}</code></p>{{/isCoded}}")
    private static let finishedTemplate = page(
        """
        <p>A user has already signed in with this code. This response was ignored.</p>
        <p><a href="{{place}}">Continue</a></p>
        <p><code>{{name}}</code>: {{text}}</p>
        """)
}
