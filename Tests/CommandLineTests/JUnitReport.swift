import Foundation
import FoundationXML

/// A JUnit report, parsed by Foundation.
enum JUnitReport {
    /// Returns the elements of a name, in the order of the report.
    static func elements(_ name: String, of report: String) throws -> [XMLElement] {
        try XMLDocument(xmlString: report).nodes(forXPath: "//\(name)").compactMap { $0 as? XMLElement }
    }
}

extension XMLElement {
    /// Returns the values of attributes, with `-` for a missing attribute.
    func values(_ names: String...) -> [String] {
        names.map { attribute(forName: $0)?.stringValue ?? "-" }
    }
}
