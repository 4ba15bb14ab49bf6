import EntitlementAPI
import Foundation
import HTTPTypes
import XMLSecurity

/// What a person's browser is answered: pages and redirections instead of JSON.
enum BrowserPage {
    /// Sends the browser on.
    static func redirect(to location: String, outcome: String, reason: String) -> ServiceAnswer {
        var answer = ServiceAnswer(status: 302, outcome: outcome, reason: reason)
        answer.fields[.location] = location
        return answer
    }

    /// Shows a person, and whoever tests, why it does not go on.
    static func refused(_ refusal: Refusal) -> ServiceAnswer {
        let (status, name, text) =
            switch refusal.words {
            case .enhanced(let code, let details): (code.status, code.name, details ?? refusal.reason)
            case .registration(let code): (400, code.rawValue, refusal.reason)
            }
        var answer = ServiceAnswer(status: status, outcome: name, reason: refusal.reason)
        answer.fields[.contentType] = "text/html;charset=UTF-8"
        answer.body = Data(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><title>Sign-in cannot go on</title></head>
            <body>
            <main>
            <h1>Sign-in cannot go on</h1>
            <p>\(XMLEscaping.escape(text))</p>
            <p><code>\(XMLEscaping.escape(name))</code></p>
            <p>This is a simulated entitlement service. No real account is involved.</p>
            </main>
            </body>
            </html>

            """.utf8)
        return answer
    }
}
