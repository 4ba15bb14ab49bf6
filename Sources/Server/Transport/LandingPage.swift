import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld

/// A page of the client under test, to which the service redirects a browser after a sign-in or a logout.
///
/// Tests use it as `redirectUrl` in place of an address of the real Internet. The journal has each arrival.
enum LandingPage {
    /// The path below the world's base URL.
    static let path = "/_sim/landing"

    /// Returns the page, and records the arrival.
    ///
    /// - Parameters:
    ///   - target: The path and the query of the request.
    ///   - world: The world; `nil` if the request must not change it.
    /// - Returns: The page.
    /// - Throws: `StateError` if the journal cannot be written.
    static func answer(to target: String, in world: World?) throws -> HTTPAnswer {
        let fields = FormCoding.decode(String(RequestTarget(target).query)) ?? []
        try world?.simulation.journal.record(LandingDecision(fields.map { ($0.name, $0.value) }))
        let head = HTTPResponse(
            status: .ok,
            headerFields: [
                .contentType: "text/html; charset=utf-8",
                .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
            ])
        return HTTPAnswer(head, body: Data(text.utf8))
    }

    private static let text = """
        <!DOCTYPE html>
        <html lang="en">
        <head><meta charset="utf-8"><title>You are back in the app</title></head>
        <body><main><h1>You are back in the app</h1><p>The TV provider's page has sent you here.</p></main></body>
        </html>

        """
}
