/// The frame of a report's page: one HTML file that needs nothing else, no network and no second file.
package enum ReportPage {
    /// Returns the file.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - script: The script, empty to leave it out, and the hash of its text, which is all that the page's policy lets
    ///     run (CSP Level 3, 2.3.1); `nil` if the page may have none.
    ///   - content: The HTML between the frame, with its last line ended.
    /// - Returns: The HTML.
    package static func page(
        title: String, script: (text: String, hash: String)? = nil, content: String
    ) -> String {
        let policy = script.map { "; script-src '\($0.hash)'" } ?? ""
        let element = script.map { $0.text.isEmpty ? "\n" : "<script>\($0.text)</script>\n" } ?? ""
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'\(policy)">
            <title>\(escaped(title))</title>
            <style>\(ReportStyle.text)</style>
            </head>
            <body>
            <main>
            \(WordBreaks.inserted(in: content))</main>
            \(element)</body>
            </html>

            """
    }

    /// Returns a part of a page about one subject.
    ///
    /// - Parameters:
    ///   - title: Its heading.
    ///   - name: Its class in the style.
    ///   - content: The HTML, with its last line ended.
    /// - Returns: The HTML.
    package static func section(_ title: String, class name: String, content: String) -> String {
        "<section class=\"\(name)\">\n<h3>\(escaped(title))</h3>\n\(content)</section>"
    }

    /// Returns a text for the content or a quoted attribute of an element.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
