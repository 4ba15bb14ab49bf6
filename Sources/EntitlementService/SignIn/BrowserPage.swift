import EntitlementAPI
import Foundation
import HTTPTypes
import Mustache
import SimulationCore

/// What a person's browser is answered: pages and redirections instead of JSON.
enum BrowserPage {
    /// Answers a browser; a refusal becomes a page.
    static func answering(_ body: () throws -> ServiceAnswer) throws -> ServiceAnswer {
        do { return try body() } catch let refusal as Refusal { return refused(refusal) }
    }

    /// Sends the browser on.
    static func redirect(to location: String, outcome: String, reason: String) -> ServiceAnswer {
        var answer = ServiceAnswer(status: 302, outcome: outcome, reason: reason)
        answer.fields[.location] = location
        return answer
    }

    /// Where a browser finds an identity provider's endpoint.
    ///
    /// The hosts of the simulation are names only: whoever serves it serves all of them.
    static func place(_ service: String, isElsewhere: Bool, query: String) -> String {
        let place = isElsewhere ? service : ServedAddress.path(of: service)
        return place + (place.contains("?") ? "&" : "?") + query
    }

    /// Ends the visit of somebody who logged out.
    ///
    /// - Throws: ``Refusal`` for a logout that does not say where.
    static func loggedOut(_ logout: PendingLogout, outcome: String, reason: String) throws -> ServiceAnswer {
        redirect(to: try RedirectAddress.demand(logout.redirectURL), outcome: outcome, reason: reason)
    }

    /// Shows a person, and whoever tests, why it does not go on.
    static func refused(_ refusal: Refusal) -> ServiceAnswer {
        show(refusedTemplate, ["title": "The request cannot be completed"], refusal)
    }

    /// Shows a person whose sign-in is over already where it goes on, and whoever tests what was refused.
    static func finished(_ refusal: Refusal, goingOnTo place: String) -> ServiceAnswer {
        show(finishedTemplate, ["title": "This sign-in is finished", "place": place], refusal)
    }

    private static func show(
        _ template: Result<MustacheTemplate, any Error>, _ values: [String: Any], _ refusal: Refusal
    ) -> ServiceAnswer {
        let (status, name, text) =
            switch refusal.words {
            case .enhanced(let code, let details): (code.status, code.name, details ?? refusal.reason)
            case .registration(let code, let status): (status, code.rawValue, refusal.reason)
            }
        return show(
            template, values.merging(["text": text, "name": name]) { $1 }, status: status, outcome: name,
            reason: refusal.reason)
    }

    /// A page that breaks off in its first line.
    static func brokenOff(reason: String) -> ServiceAnswer {
        show(Result { try MustacheTemplate(string: "<!DOCTYPE html>\n<htm") }, [:], outcome: "fault", reason: reason)
    }

    /// Shows a page.
    static func show(
        _ template: Result<MustacheTemplate, any Error>, _ values: [String: Any], status: Int = 200, outcome: String,
        reason: String
    ) -> ServiceAnswer {
        var answer = ServiceAnswer(status: status, outcome: outcome, reason: reason)
        answer.fields[.contentType] = "text/html;charset=UTF-8"
        // Pages fetch and run nothing, and nobody shows them inside others.
        answer.fields[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
        // The templates are constants of this room; a test renders each.
        answer.body = Data(((try? template.get().render(values)) ?? "").utf8)
        return answer
    }

    /// Makes a template of a whole page from its content; the title is a value.
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
                    <style>\(PageStyle.text)</style>
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

    private static let refusedTemplate = page("<p role=\"alert\">{{text}}</p>\n<p><code>{{name}}</code></p>")
    private static let finishedTemplate = page(
        """
        <p>A user has already signed in with this code. This response was ignored.</p>
        <p><a href="{{place}}">Continue</a></p>
        <p><code>{{name}}</code>: {{text}}</p>
        """)
}
