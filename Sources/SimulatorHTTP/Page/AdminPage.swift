import Foundation
import HTTPTypes

/// The page of a world, for a browser: its device, controls that say what they do, and its journal as it grows.
///
/// It knows nothing that the admin API does not say, loads nothing from elsewhere, and stands below the API's prefix, so
/// that each world has its own.
enum AdminPage {
    /// A file of the page.
    private struct Asset {
        let type: String
        let octets: [UInt8]
    }

    private static let assets: [String: Asset] = [
        "/": Asset(type: "text/html; charset=utf-8", octets: PackageResources.page_html),
        "/page.css": Asset(type: "text/css; charset=utf-8", octets: PackageResources.page_css),
        "/page.js": script(PackageResources.page_js),
        "/api.js": script(PackageResources.api_js),
        "/commands.js": script(PackageResources.commands_js),
        "/controls.js": script(PackageResources.controls_js),
        "/journal.js": script(PackageResources.journal_js),
        "/show.js": script(PackageResources.show_js),
        "/why.js": script(PackageResources.why_js),
        "/words.js": script(PackageResources.words_js),
        "/world.js": script(PackageResources.world_js),
    ]

    /// What leads to the page, by whence: the ends of shorter addresses, relative to them.
    private static let ways = ["/_sim": "_sim/v1/", "/_sim/": "v1/", AdminAPI.prefix: "v1/"]

    /// Nothing but what comes from here, and no page of anybody else's around it.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
        + "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

    /// Returns what a path of the page answers; `nil` for every other path.
    static func answer(for path: String) -> HTTPAnswer? {
        if let way = ways[path] {
            return HTTPAnswer(HTTPResponse(status: .permanentRedirect, headerFields: [.location: way]), body: Data())
        }
        guard path.hasPrefix(AdminAPI.prefix), let asset = assets[String(path.dropFirst(AdminAPI.prefix.count))] else {
            return nil
        }
        let head = HTTPResponse(
            status: .ok, headerFields: [.contentType: asset.type, .contentSecurityPolicy: policy])
        return HTTPAnswer(head, body: Data(asset.octets))
    }

    private static func script(_ octets: [UInt8]) -> Asset {
        Asset(type: "text/javascript; charset=utf-8", octets: octets)
    }
}
