import Foundation
import TVSimEntitlementAPI
package import TVSimStructuredText

/// Reads the values of an app's dictionaries, which are Foundation objects or Swift values.
package enum AppValue {
    /// Returns a whole number, of any numeric type; else `nil`.
    package static func integer(_ value: Any?) -> Int? {
        (value as? NSNumber).flatMap { Int(exactly: $0) }
    }

    /// Returns the `boolValue` of a number or a string; else `nil`.
    static func flag(_ value: Any?) -> Bool? {
        (value as? NSNumber)?.boolValue ?? (value as? String).map { NSString(string: $0).boolValue }
    }

    /// Returns the strings of an array, and the number of its other values; `nil` if the value is not an array.
    static func texts(_ value: Any) -> (texts: [String], others: Int)? {
        guard let list = value as? [Any] else { return nil }
        let texts = list.compactMap { $0 as? String }
        return (texts, list.count - texts.count)
    }

    /// Returns a value as JSON; `nil` if JSON cannot represent it.
    static func json(_ value: Any) -> JSONValue? {
        guard JSONSerialization.isValidJSONObject([value]),
            let data = try? JSONSerialization.data(withJSONObject: [value])
        else { return nil }
        return try? WireCoding.decode([JSONValue].self, from: data).first
    }
}

extension Members {
    /// The members as an app passes them in a dictionary.
    package var appDictionary: [AnyHashable: Any] { dictionary.mapValues(\.asGivenByApp) }
}

extension JSONValue {
    fileprivate var asGivenByApp: Any {
        switch self {
        case .bool(let flag): flag
        case .integer(let number): Int(number)
        case .string(let text): text
        case .number(let number): number
        case .null: NSNull()
        case .array(let values): values.map(\.asGivenByApp)
        case .object(let members): members.appDictionary
        }
    }
}
