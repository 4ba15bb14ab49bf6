import Foundation
import HTTPTypes

/// Serves the web page of a world, which shows its device, its journal and controls.
///
/// The page uses the admin API only and loads nothing from other hosts. Its paths are below the API's prefix, so each
/// world has its own page.
enum AdminPage {
    /// A file of the page.
    private struct Asset {
        let type: String
        let octets: [UInt8]
    }

    private static let assets: [String: Asset] = [
        "/": Asset(type: "text/html; charset=utf-8", octets: PackageResources.page_html),
        "/controls.css": style(PackageResources.controls_css),
        "/device.css": style(PackageResources.device_css),
        "/journal.css": style(PackageResources.journal_css),
        "/page.css": style(PackageResources.page_css),
        "/acts.js": script(PackageResources.acts_js),
        "/api.js": script(PackageResources.api_js),
        "/choices.js": script(PackageResources.choices_js),
        "/clock.js": script(PackageResources.clock_js),
        "/commands.js": script(PackageResources.commands_js),
        "/confirm.js": script(PackageResources.confirm_js),
        "/controls.js": script(PackageResources.controls_js),
        "/device.js": script(PackageResources.device_js),
        "/entry.js": script(PackageResources.entry_js),
        "/exchange.js": script(PackageResources.exchange_js),
        "/glance.js": script(PackageResources.glance_js),
        "/journal.js": script(PackageResources.journal_js),
        "/offers.js": script(PackageResources.offers_js),
        "/page.js": script(PackageResources.page_js),
        "/saml.js": script(PackageResources.saml_js),
        "/sheet.js": script(PackageResources.sheet_js),
        "/show.js": script(PackageResources.show_js),
        "/stream.js": script(PackageResources.stream_js),
        "/tabs.js": script(PackageResources.tabs_js),
        "/timeline.js": script(PackageResources.timeline_js),
        "/why.js": script(PackageResources.why_js),
        "/words.js": script(PackageResources.words_js),
        "/world.js": script(PackageResources.world_js),
        "/worlds.js": script(PackageResources.worlds_js),
    ]

    /// The redirects to the page: relative locations by shorter paths.
    private static let ways = ["/_sim": "_sim/v1/", "/_sim/": "v1/", AdminAPI.prefix: "v1/"]

    /// The content security policy: the page loads from this server only, and no other page may frame it.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
        + "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

    /// Returns the response for a path of the page; `nil` for every other path.
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

    private static func style(_ octets: [UInt8]) -> Asset {
        Asset(type: "text/css; charset=utf-8", octets: octets)
    }

    private static func script(_ octets: [UInt8]) -> Asset {
        Asset(type: "text/javascript; charset=utf-8", octets: octets)
    }
}
