import CTVSimAdminPage
import Foundation
import HTTPTypes

/// Serves the web page of a world, which shows its device, its journal and controls.
///
/// The page uses the admin API only and loads nothing from other hosts. Its paths are below the API's prefix, so each
/// world has its own page.
enum AdminPage {
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
        guard path.hasPrefix(AdminAPI.prefix) else { return nil }
        let file = path.dropFirst(AdminAPI.prefix.count)
        guard let content = tvsim_admin_page_file(String(file)) else { return nil }
        let head = HTTPResponse(
            status: .ok, headerFields: [.contentType: type(of: file), .contentSecurityPolicy: policy])
        return HTTPAnswer(head, body: Data(String(cString: content).utf8))
    }

    private static func type(of file: Substring) -> String {
        let kind = file.hasSuffix(".js") ? "javascript" : file.hasSuffix(".css") ? "css" : "html"
        return "text/\(kind); charset=utf-8"
    }
}
