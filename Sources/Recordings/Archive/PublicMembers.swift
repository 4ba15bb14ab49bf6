/// The members of JSON messages whose texts are public: words of the API and names that a service provider publishes.
///
/// Every other text is replaced on reading.
enum PublicMembers {
    /// Members whose values are compared as words.
    static let words: Set<String> = [
        "actionName", "actionType", "reasonType", "type", "issuer", "state", "action", "code", "error", "token_type",
        "tokenType", "grant_type", "grant_types", "scopes", "source", "mvpd", "serviceProvider", "boardingStatus", "os",
        "clientType", "errorReporting", "missingParameters", "accessStatus", "status",
    ]

    /// The members of ``words`` that can have names with digits and spaces; the words of the others are letters only.
    private static let freeWords: Set<String> = [
        "issuer", "mvpd", "serviceProvider", "scopes", "os", "clientType",
    ]

    /// Members whose values differ from world to world, and are kept because the world is made from them.
    private static let names: Set<String> = [
        "displayName", "platformMappingId", "resource", "resources", "domainName", "attributesNames", "device",
    ]

    /// Members that are objects whose keys identify devices.
    static let keyedByIdentifiers: Set<String> = ["devices"]

    /// Members whose texts are compared as texts, whatever they look like: names, texts for people, and opaque values.
    static let anyText: Set<String> = names.union([
        "name", "value", "message", "details", "client_id", "client_secret", "access_token", "model", "manufacturer",
    ])

    /// Names inside these members are public too.
    private static let namesInside: [String: Set<String>] = [
        "requestor": ["id", "name"], "mvpds": ["id"], "domains": ["name"],
    ]

    /// The members of `X-Device-Info` that identify neither a user nor a device.
    static let device: Set<String> = [
        "primaryHardwareType", "model", "version", "manufacturer", "vendor", "osName", "osFamily", "osVendor",
        "osVersion", "browserName", "browserVendor", "browserVersion", "displayWidth", "displayHeight", "displayPpi",
        "displayDiagonal", "connectionType", "connectionSecure", "type",
    ]

    /// Returns whether the text of a member is kept.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - key: The name of the member; for an item of an array, that of the array.
    ///   - parent: The name of the member that contains the object.
    /// - Returns: Whether the text is public.
    static func keeps(_ text: String, key: String, in parent: String) -> Bool {
        if words.contains(key) {
            // A session's code has the key of an error's code.
            guard freeWords.contains(key) || isOfLetters(text) else { return false }
            return isWord(text) && !(key == "code" && TextForm(of: text) == .code)
        }
        return names.contains(key) || namesInside[parent]?.contains(key) == true
    }

    private static let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    private static let initials = letters.union("$_".utf8)
    private static let wordOctets = initials.union("0123456789 .:{}-".utf8)

    /// Returns whether a text consists of words of letters, with a hyphen or underscore between each two.
    private static func isOfLetters(_ text: String) -> Bool {
        text.utf8.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
            .allSatisfy { !$0.isEmpty && $0.allSatisfy(letters.contains) }
    }

    /// Returns whether a text can be a word or a name of the API, and no token.
    static func isWord(_ text: String) -> Bool {
        guard let first = text.utf8.first, initials.contains(first), text.utf8.count <= 48,
            text.utf8.allSatisfy(wordOctets.contains)
        else { return false }
        // Long Base64 may be a token; names of MVPDs are shorter or have other characters.
        switch TextForm(of: text) {
        case .uuid, .token: return false
        case .base64, .base64XML: return text.utf8.count < 24
        default: return true
        }
    }
}
