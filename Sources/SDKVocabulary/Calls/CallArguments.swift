package import TVSimEntitlementAPI
package import TVSimStructuredText

/// The arguments of `getAuthentication`.
package struct AuthenticationRequest: Sendable, Hashable {
    /// Whether the user must authenticate again.
    package var forced = false
    /// The MVPDs that the system's picker shows; `nil` for no filter.
    package var providers: [MVPDID]?
    /// The MVPDs that the picker features; `nil` if the app names none.
    package var featured: [MVPDID]?
    /// The app's data for the service.
    package var data = GenericData()
    /// Which parts of the app's filter are ignored, one sentence each.
    package private(set) var ignored: [String] = []

    /// The key of the providers to show, in the app's filter and in a profile.
    package static let shownKey = "TV_PROVIDERS"
    /// The key of the providers to feature.
    package static let featuredKey = "FEATURED_TV_PROVIDERS"

    /// Creates the call without arguments.
    package init() {}

    /// Whether the app gave a filter.
    package var hasFilter: Bool { providers != nil || featured != nil }

    /// The MVPDs that the picker features: one that is not shown is ignored.
    package var featuredAmongShown: [MVPDID] { (featured ?? []).filter((providers ?? []).contains) }

    /// Returns the same request, with earlier data if the app gave none.
    package func keeping(_ earlier: GenericData) -> AuthenticationRequest {
        var request = self
        if request.data.identity == nil { request.data = earlier }
        return request
    }

    /// Reads the app's dictionaries.
    package init(forced: Bool = false, data: [AnyHashable: Any]? = nil, filter: [AnyHashable: Any]? = nil) {
        self.forced = forced
        self.data = GenericData(data)
        providers = read(Self.shownKey, of: filter)
        featured = read(Self.featuredKey, of: filter)
    }

    /// Reads a list of MVPDs; `nil` if the filter has none.
    ///
    /// An invalid list is empty: an app that meant to filter must not get every MVPD.
    private mutating func read(_ key: String, of filter: [AnyHashable: Any]?) -> [MVPDID]? {
        guard let value = filter?[key] else { return nil }
        guard let list = AppValue.texts(value) else {
            ignored.append("'\(key)' is not a list, so it names no MVPD")
            return []
        }
        if list.others > 0 { ignored.append("\(list.others) of the values of '\(key)' are not text") }
        return list.texts.map(MVPDID.init(rawValue:))
    }
}

/// The generic data that an app sends to the service: the user of a promotional pass.
package struct GenericData: Sendable, Hashable {
    /// What JSON can represent of the app's dictionary.
    package private(set) var members: Members = [:]
    /// Which values of the app's dictionary cannot be sent, one sentence each.
    package private(set) var ignored: [String] = []

    /// Creates data without values.
    package init() {}

    /// Creates the data of a JSON object.
    package init(json members: Members) { self.members = members }

    /// Reads the app's dictionary; values that JSON cannot represent are ignored.
    package init(_ dictionary: [AnyHashable: Any]?) {
        for (key, value) in dictionary ?? [:] {
            if let member = AppValue.json(value) {
                members["\(key)"] = member
            } else {
                ignored.append("JSON cannot represent the value of '\(key)'")
            }
        }
        ignored.sort()
    }

    /// Whether there is nothing to send.
    package var isEmpty: Bool { members.isEmpty }

    /// The header of REST API V2 that carries the data; `nil` without data.
    package var identity: TemporaryIdentity? { isEmpty ? nil : TemporaryIdentity(members: members) }
}
