/// The state of an app's logouts, and its transitions: a value without I/O.
///
/// A logout ends when the app has loaded the page of each MVPD, one after another. A logout that begins while pages are open
/// ends with them.
struct LogoutFlow: Sendable, Equatable {
    /// What the SDK must do for a logout.
    enum Action: Sendable, Equatable {
        /// Has the app load a page.
        case load(LogoutPage)
        /// Tells the app, once for a logout, that the user is not authenticated.
        case reportNotAuthenticated
    }

    /// The pages that the app must still load; the first is open.
    private(set) var pages: [LogoutPage] = []
    /// How many logouts wait for the last page.
    private(set) var waiting = 0

    /// Whether a page is open in the app.
    var isUnderWay: Bool { !pages.isEmpty }

    /// Begins a logout; its pages follow those of an earlier one.
    mutating func begin(_ pages: [LogoutPage]) -> [Action] {
        waiting += 1
        let wasUnderWay = isUnderWay
        self.pages += pages
        return wasUnderWay ? [] : next()
    }

    /// Continues after the open page has ended.
    mutating func pageEnded() -> [Action] {
        guard isUnderWay else { return [] }
        pages.removeFirst()
        return next()
    }

    /// Ends every logout: the app will not load the pages, and the user is logged out all the same.
    mutating func abandonPages() -> [Action] {
        pages = []
        return next()
    }

    private mutating func next() -> [Action] {
        if let page = pages.first { return [.load(page)] }
        defer { waiting = 0 }
        return Array(repeating: .reportNotAuthenticated, count: waiting)
    }
}

/// A page that an app loads to end a session at its MVPD.
struct LogoutPage: Sendable, Equatable {
    let url: String
    let useSVC: Bool
}
