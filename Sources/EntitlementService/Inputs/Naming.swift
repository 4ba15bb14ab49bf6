import Foundation
import TVSimStructuredText

/// Writes values that a client chose, and names that the service knows, into a sentence.
enum Naming {
    /// The longest value that a sentence has whole.
    private static let longest = 64
    /// The largest number of names in a sentence.
    private static let most = 8

    /// Returns a value in quotation marks, on one line.
    static func quoted(_ value: some StringProtocol) -> String {
        let beginning = value.unicodeScalars.prefix(longest)
        let plain = String(
            String.UnicodeScalarView(beginning.map { $0.properties.generalCategory == .control ? " " : $0 }))
        return "'\(plain)\(beginning.count < value.unicodeScalars.count ? "…" : "")'"
    }

    /// Returns names in quotation marks, such as `'a', 'b' and 'c'`; `none` without one.
    static func list(_ names: some Sequence<String>) -> String {
        let names = Array(names)
        let shown = names.prefix(most).map(quoted)
        if names.count > most { return shown.joined(separator: ", ") + " and \(names.count - most) more" }
        guard let last = shown.last else { return "none" }
        return shown.count == 1 ? last : shown.dropLast().joined(separator: ", ") + " and " + last
    }

    /// Returns the names that are known, the one that is similar to a given one first, and says if only upper and lower
    /// case differ.
    static func known(_ known: some Sequence<String>, insteadOf name: String) -> String {
        let known = Array(known)
        guard let similar = Suggestion.closest(to: name, among: known), similar != name else { return list(known) }
        let names = list([similar] + known.filter { $0 != similar })
        return similar.lowercased() == name.lowercased()
            ? "\(names) (\(quoted(similar)) differs in upper and lower case only)" : names
    }

    /// Returns an instant that a token has in seconds since 1970.
    static func instant(_ seconds: Double) -> String {
        let instant = Date(timeIntervalSince1970: seconds)
        return TimeText.range.contains(instant) ? TimeText.format(instant) : "\(seconds) seconds since 1970"
    }

    /// Returns the time of a request, which is the world's and not that of the machine.
    static func time(_ now: Date) -> String { "\(TimeText.format(now)), the time in the world" }

    /// Returns a number of things, such as `1 part` and `2 parts`.
    static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
