import Foundation

/// The authentication token of one requestor with one MVPD, as the SDK keeps it.
struct StoredToken: Codable, Sendable, Hashable {
    /// How the person came to be authenticated.
    enum Source: String, Codable, Sendable {
        /// The system-level account was exchanged for the token.
        case apple
        /// The person signed in at the MVPD.
        case regular
        /// The MVPD is degraded: everybody is authenticated.
        case degraded
        /// A temporary pass.
        case temporary
    }

    var mvpd: String
    var source: Source
    /// The account provider identifier of the system-level account, where that is the source.
    var platformMappingID: String?
    var expires: Date
    /// User metadata as the service handed it out, each value as JSON.
    var userMetadata: [String: MetadataValue]

    var userID: String? {
        if case .text(let userID)? = userMetadata["userID"] { userID } else { nil }
    }
}

/// A user metadata value: a text, a number, a list or a map of such.
indirect enum MetadataValue: Codable, Sendable, Hashable {
    case text(String)
    case number(Double)
    case flag(Bool)
    case list([MetadataValue])
    case map([String: MetadataValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let list = try? container.decode([MetadataValue].self) {
            self = .list(list)
        } else {
            self = .map(try container.decode([String: MetadataValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .list(let list): try container.encode(list)
        case .map(let map): try container.encode(map)
        }
    }

    /// The value as an app receives it: a string, an array or a dictionary.
    var object: Any {
        switch self {
        case .text(let text): text
        case .number(let number): number
        case .flag(let flag): flag
        case .list(let list): list.map(\.object)
        case .map(let map): map.mapValues(\.object)
        }
    }
}
