import Foundation
import TVSimStructuredText

/// Signs in by filling in the forms of pages, without scripts.
package struct PageSignIn: SignIn {
    private let client: LiveClient
    private let pages: [SignInSettings.Page]
    private let party: OurServiceProvider
    private let environment: [String: String]
    private var browsers: [String: LiveBrowser] = [:]
    package private(set) var end: Visit?

    /// The most pages of a sign-in.
    private static let mostPages = 12

    /// Creates a user.
    ///
    /// - Parameters:
    ///   - client: Sends the requests.
    ///   - pages: What the user does on each page.
    ///   - party: Where the visit ends.
    ///   - environment: The variables that `${NAME}` names.
    package init(
        over client: LiveClient, pages: [SignInSettings.Page], for party: OurServiceProvider,
        environment: [String: String]
    ) {
        (self.client, self.pages, self.party, self.environment) = (client, pages, party, environment)
    }

    package mutating func open(_ address: WebAddress, session: String) throws -> Delivery? {
        var browser = browsers[session] ?? LiveBrowser(over: client)
        defer { browsers[session] = browser }
        var (next, form): (WebAddress, [(name: String, value: String)]?) = (address, nil)
        var (pagesFilled, passwords) = (0, 0)
        for _ in 0..<Self.mostPages {
            let visit = try browser.visit(next, form: form, until: party.owns)
            end = visit
            if let delivery = Delivery(visit, at: party, wasAsked: pagesFilled > 0) { return delivery }
            guard let place = visit.hops.last, place.status != nil,
                let page = pages.first(where: { AcceptanceMarks.matches(place.address.path, $0.match) }),
                let filled = try fill(page, visit.page.forms, at: place.address)
            else { return nil }
            pagesFilled += page.fill.isEmpty ? 0 : 1
            if filled.hasPassword {
                passwords += 1
                // The page came back. The password is not sent again, because that could lock the account.
                guard passwords == 1 else {
                    throw LiveStop("the identity provider has refused the password: it asked for it again")
                }
            }
            (next, form) = (filled.target, filled.fields)
        }
        return nil
    }

    private struct Filled {
        let target: WebAddress
        /// The fields of a form to post; `nil` for one whose fields are in the query.
        let fields: [(name: String, value: String)]?
        let hasPassword: Bool
    }

    /// Fills in the first form that has the fields of a page; `nil` if no form has them.
    private func fill(_ page: SignInSettings.Page, _ forms: [PageText.Form], at address: WebAddress) throws -> Filled? {
        for form in forms {
            let places = page.fill.map { entry in
                form.fields.first { !$0.isButton && ($0.id == entry.field || $0.name == entry.field) }
            }
            let button = page.submit.map { wanted in
                form.fields.first { $0.isButton && (wanted == "#\($0.id)" || wanted == "name=\($0.name)") }
            }
            if places.contains(where: { $0 == nil }) || button == .some(nil) { continue }
            guard let target = address.following(form.action) else { continue }
            let hasPassword = places.contains { $0?.type == "password" }
            if hasPassword, !form.isPost || !client.allowed.contains(target) || !isPrivate(target) {
                throw LiveStop(
                    "the password is not sent to '\(target.place)': it is sent only by POST and https, to a host of 'hosts'"
                )
            }
            var fields = form.sent
            for (entry, place) in zip(page.fill, places) {
                let text = try value(of: entry, isSecret: place?.type == "password")
                fields = fields.map { (name: $0.name, value: $0.name == place?.name ? text : $0.value) }
            }
            if case .some(.some(let pressed)) = button, !pressed.name.isEmpty {
                fields.append((name: pressed.name, value: pressed.value))
            }
            return Filled(
                target: form.isPost ? target : target.with(query: FormCoding.encode(fields)),
                fields: form.isPost ? fields : nil,
                hasPassword: hasPassword)
        }
        return nil
    }

    /// Returns whether no other party reads what is sent to an address: by https, or on this machine.
    private func isPrivate(_ address: WebAddress) -> Bool {
        address.origin.scheme == "https"
            || client.allowed.resolved[address.origin.name].map {
                AllowedAddresses.Reach($0) == .loopback
            } ?? false
    }

    /// Returns the text of a field; a password stands in the environment only.
    private func value(of entry: SignInSettings.Entry, isSecret: Bool) throws(LiveStop) -> String {
        guard let name = entry.variable else {
            guard !isSecret else {
                throw LiveStop("write the password of '\(entry.field)' as ${NAME}, and set this variable")
            }
            return entry.value
        }
        guard let value = environment[name], !value.isEmpty else {
            throw LiveStop("the variable '\(name)' of the environment is not set, which 'signIn' needs")
        }
        return value
    }
}

extension SignInSettings.Entry {
    /// The variable of the environment that has the value; `nil` if the value stands in the configuration.
    package var variable: String? { value.wholeMatch(of: /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/).map { String($0.output.1) } }
}
