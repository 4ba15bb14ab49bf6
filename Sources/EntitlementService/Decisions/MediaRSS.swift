import Foundation
import XMLSecurity

/// A resource written as a media RSS item, for MVPDs that judge more than the channel.
enum MediaRSS {
    /// Returns the channel's title of a resource that is media RSS; `nil` for every other text, and for broken XML.
    static func channelTitle(of resource: String) -> String? {
        guard resource.hasPrefix("<"), let root = try? XMLTree(Data(resource.utf8)).root(), isPlain(root, "rss"),
            let channel = root.children.first(where: { isPlain($0, "channel") }),
            let title = channel.children.first(where: { isPlain($0, "title") })
        else { return nil }
        return try? title.text()
    }

    /// Whether an element has a name of RSS, whose elements are in no namespace.
    private static func isPlain(_ element: XMLElement, _ name: String) -> Bool {
        element.name == name && element.namespace.isEmpty
    }
}
