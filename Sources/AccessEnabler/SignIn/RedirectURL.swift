/// The URLs at which the pages that an app loads end.
enum RedirectURL {
    /// Returns the URL at which a page ends: a URL of the app's own scheme in a Safari view controller, else the one for web
    /// views.
    ///
    /// The vendor's dashboard generates the scheme `adbe.…`. The simulator derives it from the bundle identifier, so that it
    /// is predictable.
    static func end(ofPage useSVC: Bool, of bundleID: String) -> String {
        guard useSVC else { return ADOBEPASS_REDIRECT_URL }
        let name = bundleID.lowercased().map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "-" }
        return "adbe." + String(name) + "://adobe.com"
    }

    /// Whether a URL is the end of a page, exactly or with a path, query or fragment that a page has added.
    static func isReached(_ url: String, end: String) -> Bool {
        guard url.hasPrefix(end) else { return false }
        return url.dropFirst(end.count).first.map { "/?#".contains($0) } ?? true
    }
}
