package import Foundation
import TVSimStructuredText
package import TVSimXMLSecurity

/// A response in a form in which people copy it from a browser or a log.
///
/// Commands and the admin API read their input with it. A service provider must not: it reads what its binding says.
/// The text is hostile: it is read in forward passes.
package struct PastedResponse: Sendable {
    /// Where a response was found in a text that is not the response itself.
    package enum Source: String, Sendable, Hashable, Codable, CaseIterable {
        /// The response was percent-encoded.
        case percentEncoding
        /// It is the field `SAMLResponse` of a form, as a body or as lines.
        case form
        /// It is that field of a form in an HTML page.
        case html
        /// It is that field in an entry of an HTTP archive (HAR).
        case har

        /// The source, for people.
        package var summary: String {
            switch self {
            case .percentEncoding: "percent-encoded text"
            case .form: "the field 'SAMLResponse' of a form"
            case .html: "the field 'SAMLResponse' of an HTML page"
            case .har: "the field 'SAMLResponse' of an HTTP archive (HAR)"
            }
        }
    }

    /// The most bytes of a text.
    ///
    /// An archive of a browser has everything that a page loads; one entry has some kilobytes.
    package static let longest = 8 << 20
    static let field = "SAMLResponse"

    /// The response, as XML or as its Base64.
    package let response: Data
    /// Where it was found; `nil` if the text is the response itself.
    package let source: Source?

    /// Finds the response in a text.
    ///
    /// A text of an unknown form is taken as the response itself.
    ///
    /// - Throws: ``XMLError`` with `size` or `wellFormed` for a text of a known form without exactly one response.
    package init(_ text: Data) throws(XMLError) {
        guard text.count <= Self.longest else {
            throw XMLError(.size, "The input has \(text.count) bytes; the maximum is \(Self.longest).")
        }
        guard let whole = String(validating: text, as: UTF8.self) else {
            (response, source) = (text, nil)
            return
        }
        guard let found = try Self.fields(in: whole.drop { $0.isWhitespace || $0 == "\u{FEFF}" }, of: text) else {
            (response, source) = (text, nil)
            return
        }
        let values = found.values.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        guard let value = values.first, values.count == 1 else {
            let place = found.source == .har ? "HTTP archive (HAR)" : found.source == .html ? "HTML page" : "form"
            throw XMLError(
                .wellFormed,
                values.isEmpty
                    ? "The \(place) has no form with the field '\(Self.field)'."
                    : "The \(place) has \(values.count) different values of the field '\(Self.field)': keep one.")
        }
        (response, source) = (Data(value.utf8), found.source)
    }

    /// Returns the values of the field in a text of a known form; `nil` for another text.
    private static func fields(
        in start: Substring, of text: Data
    ) throws(XMLError) -> (values: [String], source: Source)? {
        switch start.utf8.first {
        case UInt8(ascii: "<"):
            return PastedPage.isPage(start) ? (PastedPage.values(of: field, in: start), .html) : nil
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            return PastedArchive.values(in: text).map { ($0, .har) }
        default:
            if let values = try PastedForm.values(in: start) { return (values, .form) }
            return unescaped(start).map { ([$0], .percentEncoding) }
        }
    }

    /// Returns XML or Base64 that was percent-encoded; `nil` if the text is something else.
    private static func unescaped(_ text: Substring) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return nil }
        let octets = Array(text.trimmingCharacters(in: .whitespacesAndNewlines).utf8)
        // A '+' in a form is a blank, and occurs in Base64 that was escaped only in part.
        if let xml = PercentCoding.decode(octets, plusIsBlank: true), xml.drop(while: \.isWhitespace).first == "<" {
            return xml
        }
        guard let base64 = PercentCoding.decode(octets, plusIsBlank: false), StrictBase64.octets(base64) != nil else {
            return nil
        }
        return base64
    }
}

/// Finds the response in a form that people copy: the body of a request, or its fields, one a line.
enum PastedForm {
    /// Returns the values of the field; `nil` if the text is not a form with it.
    ///
    /// - Throws: ``XMLError`` with `wellFormed` if the form cannot be decoded.
    static func values(in text: Substring) throws(XMLError) -> [String]? {
        let mark = PastedResponse.field + "="
        guard !text.hasPrefix("http://"), !text.hasPrefix("https://") else { return nil }
        let lines = text.split(whereSeparator: \.isNewline)
        guard let line = lines.first(where: { $0.hasPrefix(mark) || $0.contains("&" + mark) }) else { return nil }
        // A browser copies decoded fields one a line: their '+' is a '+'.
        if lines.count > 1, line.hasPrefix(mark), !line.utf8.contains(UInt8(ascii: "&")),
            !line.utf8.contains(UInt8(ascii: "%"))
        {
            return [String(line.dropFirst(mark.count))]
        }
        guard let fields = FormCoding.decode(String(line)) else {
            throw XMLError(
                .wellFormed, "The form cannot be read: \([FormField].flaw(inPosted: Data(line.utf8))).")
        }
        return fields.filter { $0.name == PastedResponse.field }.map(\.value)
    }
}

/// Finds the response in an entry of an HTTP archive, or in all entries of one (HAR 1.2).
enum PastedArchive {
    /// Returns the values of the field in requests, and in the pages of responses; `nil` if the text is not an archive.
    static func values(in text: Data) -> [String]? {
        guard let whole = try? JSONValue(json: text) else { return nil }
        let entries: [JSONValue]
        if case .array(let all)? = whole["log"]?["entries"] {
            entries = all
        } else if case .array(let all) = whole {
            entries = all
        } else {
            entries = [whole]
        }
        guard entries.contains(where: { $0["request"] != nil || $0["postData"] != nil }) else { return nil }
        return entries.flatMap { entry in
            posted(in: (entry["request"] ?? entry)["postData"]) + shown(in: entry["response"]?["content"])
        }
    }

    private static func posted(in data: JSONValue?) -> [String] {
        if let text = data?["text"]?.string, let fields = FormCoding.decode(text) {
            let values = fields.filter { $0.name == PastedResponse.field }.map(\.value)
            if !values.isEmpty { return values }
        }
        guard case .array(let fields)? = data?["params"] else { return [] }
        return fields.filter { $0["name"]?.string == PastedResponse.field }.compactMap { field in
            guard let value = field["value"]?.string else { return nil }
            // Some browsers write the value as it was sent.
            return value.utf8.contains(UInt8(ascii: "%"))
                ? PercentCoding.decode(Array(value.utf8), plusIsBlank: true) ?? value : value
        }
    }

    private static func shown(in content: JSONValue?) -> [String] {
        guard let text = content?["text"]?.string else { return [] }
        let page =
            content?["encoding"]?.string == "base64"
            ? StrictBase64.octets(text).map { String(decoding: $0, as: UTF8.self) } ?? "" : text
        return PastedPage.values(of: PastedResponse.field, in: page[...])
    }
}
