import EntitlementAPI

/// Where the logouts of an app stand, and what comes next: a value without I/O.
///
/// A logout is over when the app has loaded the page of each MVPD, one after another; one that follows while pages are open
/// ends with them.
///
/// spec entitlement § 1.8, § 4 rows 17 to 19.
struct LogoutFlow: Sendable, Equatable {
    /// What is to be done for a logout.
    enum Action: Sendable, Equatable {
        /// Has the app load a page.
        case load(LogoutPage)
        /// Tells the app, once for a logout, that nobody is authenticated.
        case tellThatNobodyIsAuthenticated
    }

    /// What is left of them: the pages that the app is still to load, the first of which is open.
    private(set) var pages: [LogoutPage] = []
    /// How many wait for the last page.
    private(set) var waiting = 0

    /// Whether a page is open in the app.
    var isUnderWay: Bool { !pages.isEmpty }

    /// Begins a logout: the page of an earlier one stays open, and these follow in their turn.
    mutating func begin(_ pages: [LogoutPage]) -> [Action] {
        waiting += 1
        let wasUnderWay = isUnderWay
        self.pages += pages
        return wasUnderWay ? [] : next()
    }

    /// Goes on: the page that is open has come to its end.
    mutating func pageEnded() -> [Action] {
        guard isUnderWay else { return [] }
        pages.removeFirst()
        return next()
    }

    /// Ends every logout: nobody will load the pages any more, and the person is logged out all the same.
    mutating func abandonPages() -> [Action] {
        pages = []
        return next()
    }

    private mutating func next() -> [Action] {
        if let page = pages.first { return [.load(page)] }
        defer { waiting = 0 }
        return Array(repeating: .tellThatNobodyIsAuthenticated, count: waiting)
    }
}

/// A page that an app loads to end a session at its MVPD.
struct LogoutPage: Sendable, Equatable {
    let url: String
    let useSVC: Bool

    /// The path at which the service ends a session that it has no page for.
    static func path(of session: TokenStorage.Session, redirectURL: String) -> String {
        LogoutAddress.path(
            mvpd: session.token.mvpd, requestor: session.requestor, redirectURL: redirectURL)
    }
}
