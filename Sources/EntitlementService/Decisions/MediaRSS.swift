import Foundation
import TVSimStructuredText
import TVSimXMLSecurity

/// Reads resources that are media RSS items.
///
/// MVPDs use them to decide on more than the channel.
enum MediaRSS {
    /// The namespace of the media RSS elements.
    private static let namespace = "http://search.yahoo.com/mrss/"

    /// A content rating.
    struct Rating: Sendable, Hashable {
        /// The rating system's scheme.
        let scheme: String
        /// The rating's text.
        let text: String
    }

    /// Returns the channel title of a media RSS resource; `nil` for other text and malformed XML.
    static func channelTitle(of resource: ResourceID) -> String? {
        try? channel(of: resource)?.children.first { isPlain($0, "title") }?.text()
    }

    /// Returns the ratings of a media RSS resource, from the channel and everything in it.
    ///
    /// - Returns: The ratings; empty for other text and malformed XML.
    static func ratings(of resource: ResourceID) -> [Rating] {
        channel(of: resource).map(ratings(in:)) ?? []
    }

    /// Whether a resource starts like XML but cannot be parsed safely.
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

    /// Whether a resource starts like XML.
    ///
    /// Leading white space is ignored, as in the documentation's sample.
    private static func isMarkup(_ resource: ResourceID) -> Bool {
        resource.rawValue.first { !$0.isWhitespace } == "<"
    }

    private static func root(of resource: ResourceID) -> XMLElement? {
        try? XMLTree(Data(resource.rawValue.drop(while: \.isWhitespace).utf8)).root()
    }

    /// Whether an element has an RSS name; RSS elements have no namespace.
    private static func isPlain(_ element: XMLElement, _ name: String) -> Bool {
        element.name == name && element.namespace.isEmpty
    }
}
