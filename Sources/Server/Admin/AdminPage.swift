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

    /// The folder of the files that the page names: its name changes with their content, so a browser keeps them.
    private static let folder = "@" + String(tvsim_admin_page_version(), radix: 36) + "/"

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
        let asked = path.dropFirst(AdminAPI.prefix.count)
        // A page that was open before an update asks for files in the folder of the earlier version.
        let file = asked.hasPrefix("/@") ? asked.dropFirst(2).drop { $0 != "/" } : asked
        guard let content = tvsim_admin_page_file(String(file)), file != "/" || asked == "/" else { return nil }
        let kept = asked.hasPrefix("/" + folder) ? "private, max-age=31536000, immutable" : "no-store"
        let head = HTTPResponse(
            status: .ok,
            headerFields: [.contentType: type(of: file), .contentSecurityPolicy: policy, .cacheControl: kept])
        let text = String(cString: content)
        return HTTPAnswer(head, body: Data((file == "/" ? text.replacing("@/", with: folder) : text).utf8))
    }

    private static func type(of file: Substring) -> String {
        let kind = file.hasSuffix(".js") ? "javascript" : file.hasSuffix(".css") ? "css" : "html"
        return "text/\(kind); charset=utf-8"
    }
}
