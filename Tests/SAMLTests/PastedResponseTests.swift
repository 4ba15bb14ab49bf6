import Foundation
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity
import TestSupport
import Testing

/// What people copy from a browser or a log, instead of a response.
struct PastedResponseTests {
    /// A response whose Base64 has each character that forms, addresses and pages escape.
    private static func base64() throws -> String {
        let xml = try SAMLWorld.response { $0.attributes.append(.init("marks", ["~~~~~~??????"])) }
        let text = Data((xml + "\n").utf8).base64EncodedString()
        try #require(text.contains("+") && text.contains("/"), "the Base64 has what is escaped")
        return text
    }

    private static func check() throws -> ResponseCheck {
        var check = try ResponseCheck(certificates: [TestKeys.provider.certificate])
        check.requirements = SAMLWorld.requirements()
        return check
    }

    private static func report(_ text: String) throws -> ValidationReport {
        ValidationReport(ofPasted: Data(text.utf8), by: try check(), at: SAMLWorld.now)
    }

    /// Replaces characters as an HTML page may write them.
    private static func html(_ text: String) -> String {
        text.replacingOccurrences(of: "+", with: "&#x2B;").replacingOccurrences(of: "=", with: "&#61;")
            .replacingOccurrences(of: "/", with: "&sol;")
    }

    private static func json(_ text: String) -> String {
        JSONText.line(ordered: .string(text))
    }

    @Test("is read from each form in which it is copied, and the report says where it was")
    func forms() throws {
        let base64 = try Self.base64()
        let escaped = PercentCoding.encode(base64)
        let xml = try SAMLWorld.response()
        let page =
            "<!DOCTYPE html>\n<!-- <input name='SAMLResponse' value='x'> -->\n<html><body onload=\"f()\"><form>"
            + "<INPUT type=\"hidden\" name='SAMLResponse' value=\"\(Self.html(base64))\"/>"
            + "<input type=hidden name=RelayState value=a></form></body></html>"
        let posted = #"{"request": {"postData": {"text": \#(Self.json("RelayState=a&SAMLResponse=" + escaped))}}}"#
        let fields = #"{"request": {"postData": {"params": [{"name": "SAMLResponse", "value": "\#(escaped)"}]}}}"#
        let shown = #"{"request": {}, "response": {"content": {"text": \#(Self.json(page))}}}"#
        let encoded =
            #"{"request": {}, "response": {"content": {"encoding": "base64", "text": "\#(Data(page.utf8).base64EncodedString())"}}}"#
        let rows: [(String, PastedResponse.Source?)] = [
            (xml, nil), (base64, nil), (" \n" + base64 + "\n", nil),
            (escaped, .percentEncoding), (PercentCoding.encode(xml), .percentEncoding),
            (base64.replacingOccurrences(of: "=", with: "%3D"), base64.contains("=") ? .percentEncoding : nil),
            ("SAMLResponse=\(escaped)&RelayState=a%20b", .form), ("RelayState=a&SAMLResponse=\(escaped)\n", .form),
            ("POST /acs HTTP/1.1\r\nHost: sp.example\r\n\r\nSAMLResponse=\(escaped)&RelayState=a", .form),
            ("SAMLResponse=\(base64)\nRelayState=a+b\n", .form),
            (page, .html), ("<?xml version=\"1.0\"?>\n" + page, .html), (posted, .har), (fields, .har), (shown, .har),
            (encoded, .har), ("[\(posted), \(shown)]", .har),
            (#"{"log": {"entries": [{"request": {"method": "GET"}}, \#(shown), \#(posted)]}}"#, .har),
        ]
        for (number, (text, source)) in rows.enumerated() {
            let report = try Self.report(text)
            #expect(report.isValid && report.source == source, "row \(number): \(report.verdict.failures)")
            let inspection = try ResponseInspection(pasted: Data(text.utf8))
            #expect(inspection.issuer == SAMLWorld.issuer && inspection.source == source, "row \(number)")
        }
    }

    @Test("is refused with what is wrong about it, and never read as something else")
    func refusals() throws {
        let base64 = try Self.base64()
        let other = Data(try SAMLWorld.response { $0.nameID = "bob" }.utf8).base64EncodedString()
        let escaped = PercentCoding.encode(base64)
        let input = { (value: String) in "<input name=\"SAMLResponse\" value=\"\(value)\">" }
        let entry = { (value: String) in
            #"{"request": {"postData": {"text": "SAMLResponse=\#(PercentCoding.encode(value))"}}}"#
        }
        for (text, part) in [
            ("SAMLResponse=\(base64)", "'+'"), (base64.replacingOccurrences(of: "+", with: " "), "'+'"),
            ("SAMLResponse=\(PercentCoding.encode(escaped))", "percent-encoded"),
            ("SAMLResponse=\(escaped)&SAMLResponse=\(PercentCoding.encode(other))", "2 different values"),
            ("SAMLResponse=%2&RelayState=a", "malformed percent escape"), ("SAMLResponse=", "is empty"),
            ("https://sp.example/acs?SAMLResponse=\(escaped)", "address"),
            ("<html><form><input name=\"SAMLRequest\" value=\"x\"></form></html>", "no form with the field"),
            ("<form>\(input(base64))\(input(other))</form>", "2 different values"),
            ("<form><input name=\"SAMLResponse\" value=\"", "empty"),
            (#"{"log": {"entries": [\#(entry(base64)), \#(entry(other))]}}"#, "2 different values"),
            (#"{"request": {"postData": {"text": "a=b"}}}"#, "no form with the field"),
            (#"{"SAMLResponse": "\#(base64)"}"#, "JSON"), (#"{"request": "#, "JSON"),
            ("<", "not well-formed"), ("<!--", "not well-formed"), ("<input", "no form"), ("%", "U+0025"),
        ] {
            let report = try Self.report(text)
            let reason = report.verdict.failures.map(\.reason).joined()
            #expect(!report.isValid && reason.contains(part), "\(text.prefix(80)): \(reason)")
            let shown = #expect(throws: MessageError.self) { try ResponseInspection(pasted: Data(text.utf8)) }
            #expect(shown?.description == reason, "\(text.prefix(80))")
        }
    }

    @Test("is read only where people paste: a check of the library takes XML and Base64")
    func strictLibrary() throws {
        let escaped = PercentCoding.encode(try Self.base64())
        for text in [escaped, "SAMLResponse=\(escaped)"] {
            #expect(try Self.report(text).isValid)
            #expect(try !Self.check().failures(of: Data(text.utf8), at: SAMLWorld.now).isEmpty)
        }
    }

    @Test("is found in a large hostile text in a moment", .timeLimit(.minutes(1)))
    func hostile() throws {
        for text in [
            "<input ", "<", "<input name='", "<input name=\"SAMLResponse\" value=\"&#", "<!--", "<!-- -", "&#x",
        ] {
            let large = "<html>" + String(repeating: text, count: 400_000 / text.utf8.count)
            #expect(try !Self.report(large).isValid)
        }
        for text in ["&SAMLResponse", "\n", "%", "%25", "&"] {
            #expect(try !Self.report("a" + String(repeating: text, count: 400_000 / text.utf8.count)).isValid)
        }
        let long = try Self.report(String(repeating: "A", count: PastedResponse.longest + 1))
        #expect(long.verdict.failures.map(\.policy) == [.size])
    }
}
