import Foundation
import TestSupport

/// The headings of the vendors' pages, which were read once: `Headings/VendorPages.md` says when and where.
struct VendorPages {
    /// A page, by its title.
    struct Page {
        let title: String
        var sections: [Section] = []
    }

    /// A section of a page.
    struct Section {
        /// The headings above it, and its own.
        let path: [String]
        /// Whether the section, or one above it, demands something of a client ("must").
        let demands: Bool

        /// Returns whether a text names the section: by its heading, or with those above it.
        func isNamed(_ text: String) -> Bool {
            path.indices.contains { path[$0...].joined(separator: ", ") == text }
        }
    }

    /// The pages, by address.
    private(set) var pages: [String: Page] = [:]

    /// Reads the committed headings.
    init() throws {
        let file = Repository.root.appending(path: "Tests/RulesTests/Headings/VendorPages.md")
        self.init(try String(contentsOf: file, encoding: .utf8))
    }

    /// Reads headings: a title, its address, and a nested list of the sections.
    init(_ text: String) {
        var title = ""
        var address = ""
        var open: [Section] = []
        for line in text.components(separatedBy: "\n") {
            if line.hasPrefix("## ") {
                title = String(line.dropFirst(3))
            } else if line.hasPrefix("<https://") {
                address = String(line.dropFirst().dropLast())
                open = []
                pages[address] = Page(title: title)
            } else if let item = Item(line), pages[address] != nil {
                open = Array(open.prefix(item.depth))
                let path = (open.last?.path ?? []) + [item.heading]
                let section = Section(path: path, demands: item.demands || open.contains { $0.demands })
                open.append(section)
                pages[address]?.sections.append(section)
            }
        }
    }

    /// Returns the section that a citation names; `nil` if the page has none, or if no page has the address.
    func section(_ name: String, at address: String) -> Section? {
        pages[address]?.sections.first { $0.isNamed(name) }
    }

    /// A line of a list: two blanks a level, a heading, and our note behind a dash.
    private struct Item {
        let depth: Int
        let heading: String
        let demands: Bool

        init?(_ line: String) {
            let indentation = line.prefix(while: { $0 == " " }).count
            let rest = String(line.dropFirst(indentation))
            guard rest.hasPrefix("- ") else { return nil }
            let parts = String(rest.dropFirst(2)).components(separatedBy: " — ")
            depth = indentation / 2
            heading = parts[0]
            demands = parts.count > 1 && parts[1].hasPrefix("must")
        }
    }
}
