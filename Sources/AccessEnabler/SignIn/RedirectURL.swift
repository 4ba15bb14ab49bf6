/// The redirect URLs: the page of a sign-in or a logout that an app loads is finished when it reaches one.
enum RedirectURL {
    /// Returns the redirect URL of a page: a URL of the app's own scheme in a Safari view controller, else the one for web
    /// views.
    ///
    /// The vendor's dashboard generates the scheme `adbe.…`. The simulator derives it from the bundle identifier, so that it
    /// is predictable.
    static func ofPage(inSafariViewController useSVC: Bool, of bundleID: String) -> String {
        guard useSVC else { return ADOBEPASS_REDIRECT_URL }
        let name = bundleID.lowercased().map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "-" }
        return "adbe." + String(name) + "://adobe.com"
    }

    /// Whether a page has reached a redirect URL: exactly, or with a path, query or fragment that the page has added.
    static func isReached(_ redirect: String, by url: String) -> Bool {
        guard url.hasPrefix(redirect) else { return false }
        return url.dropFirst(redirect.count).first.map { "/?#".contains($0) } ?? true
    }
}
