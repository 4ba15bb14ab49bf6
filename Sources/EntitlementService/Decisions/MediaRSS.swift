import Foundation
import Identifiers
import XMLSecurity

/// A resource written as a media RSS item, for MVPDs that judge more than the channel.
enum MediaRSS {
    /// The namespace of what media RSS adds to RSS.
    private static let namespace = "http://search.yahoo.com/mrss/"

    /// Who may watch something.
    struct Rating: Sendable, Hashable {
        /// The system of the rating.
        let scheme: String
        /// The rating.
        let text: String
    }

    /// Returns the channel's title of a resource that is media RSS; `nil` for every other text, and for broken XML.
    static func channelTitle(of resource: ResourceID) -> String? {
        try? channel(of: resource)?.children.first { isPlain($0, "title") }?.text()
    }

    /// Returns the ratings of a resource that is media RSS, of the channel and of all that is in it; none for every other
    /// text, and for broken XML.
    static func ratings(of resource: ResourceID) -> [Rating] {
        channel(of: resource).map(ratings(in:)) ?? []
    }

    /// Whether a resource begins as XML and cannot be read safely: it was to be media RSS.
    static func isBroken(_ resource: ResourceID) -> Bool {
        isMarkup(resource) && root(of: resource) == nil
    }

    private static func ratings(in element: XMLElement) -> [Rating] {
        element.children.flatMap { child -> [Rating] in
            guard child.isNamed("rating", namespace) else { return ratings(in: child) }
            return (try? child.text()).map { [Rating(scheme: child.attribute("scheme") ?? "", text: $0)] } ?? []
        }
    }

    private static func channel(of resource: ResourceID) -> XMLElement? {
        guard isMarkup(resource), let root = root(of: resource), isPlain(root, "rss") else { return nil }
        return root.children.first { isPlain($0, "channel") }
    }

    /// Whether a resource begins as XML, behind white space: the documentation's own sample has some.
    private static func isMarkup(_ resource: ResourceID) -> Bool {
        resource.rawValue.first { !$0.isWhitespace } == "<"
    }

    private static func root(of resource: ResourceID) -> XMLElement? {
        try? XMLTree(Data(resource.rawValue.drop(while: \.isWhitespace).utf8)).root()
    }

    /// Whether an element has a name of RSS, whose elements are in no namespace.
    private static func isPlain(_ element: XMLElement, _ name: String) -> Bool {
        element.name == name && element.namespace.isEmpty
    }
}
