import EntitlementAPI
import Foundation
import StructuredText

/// Reads the values of the dictionaries that an app gives.
///
/// To the vendor's SDK each of them is an object; here it is one, or a value of Swift's own.
enum AppValue {
    /// A whole number, of whatever type; `nil`: it is none.
    static func integer(_ value: Any?) -> Int? {
        (value as? NSNumber).flatMap { Int(exactly: $0) }
    }

    /// A Boolean, as `boolValue` of a number or of a text gives it; `nil`: it is neither.
    static func flag(_ value: Any?) -> Bool? {
        (value as? NSNumber)?.boolValue ?? (value as? String).map { NSString(string: $0).boolValue }
    }

    /// The texts of a list, and how many other things stood in it; `nil`: it is no list.
    static func texts(_ value: Any) -> (texts: [String], others: Int)? {
        guard let list = value as? [Any] else { return nil }
        let texts = list.compactMap { $0 as? String }
        return (texts, list.count - texts.count)
    }

    /// A value as JSON; `nil`: JSON has no such value.
    static func json(_ value: Any) -> JSONValue? {
        guard JSONSerialization.isValidJSONObject([value]),
            let data = try? JSONSerialization.data(withJSONObject: [value])
        else { return nil }
        return try? WireCoding.decode([JSONValue].self, from: data).first
    }
}
