import TVSimRules
import Testing

@Suite("The citations of rules")
struct CitationTests {
    @Test("name a page, and a section that the page has")
    func sections() throws {
        let vendor = try VendorPages()
        for rule in Rule.all {
            for source in rule.sources {
                #expect(vendor.pages[source.address]?.title == source.title, "\(rule.id): \(source.address)")
                #expect(vendor.section(source.section, at: source.address) != nil, "\(rule.id): \(source.text)")
            }
        }
    }

    /// Sections of the Apple SSO Cookbook and of the FAQs: what the page has, beside what it does not have.
    struct Row: Sendable, CustomTestStringConvertible {
        let section: String
        let isThere: Bool
        var testDescription: String { section }
    }

    private static let rows = [
        Row(section: "Workflow, C. Partner Authentication Phase", isThere: true),
        Row(section: "Workflow, C. Authentication Phase", isThere: false),
        Row(section: "Workflow", isThere: true),
        Row(section: "Workflow, ", isThere: false),
        Row(section: "Apple SSO FAQs, 9", isThere: true),
        Row(section: "Apple SSO FAQs, 10", isThere: false),
        Row(section: "Apple SSO FAQs, 3", isThere: true),
        Row(section: "Logout Phase FAQs, 3", isThere: false),
    ]

    @Test("are found as the page has them, and in no other form", arguments: rows)
    func forms(_ row: Row) throws {
        let vendor = try VendorPages()
        let titles = ["Apple SSO Cookbook (REST API V2)", "REST API V2 FAQs"]
        let sections = vendor.pages.values.filter { titles.contains($0.title) }.flatMap(\.sections)
        #expect(sections.contains { $0.isNamed(row.section) } == row.isThere)
    }

    @Test("of a mandatory rule name a section that demands something")
    func demands() throws {
        let vendor = try VendorPages()
        for rule in Rule.all where rule.severity == .mandatory {
            let sections = rule.sources.compactMap { vendor.section($0.section, at: $0.address) }
            #expect(sections.contains { $0.demands }, "\(rule.id) is mandatory, and no page says must")
        }
    }

    @Test("of a rule that is not mandatory name no mandatory requirement of the checklist")
    func requirements() {
        for rule in Rule.all where rule.severity != .mandatory {
            let requirements = rule.sources.filter { $0.section.hasPrefix("Mandatory Requirements, ") }
            #expect(requirements.isEmpty, "\(rule.id): \(requirements.map(\.text))")
        }
    }

    @Test("name each page whose headings are committed")
    func pages() throws {
        let cited = Set(Rule.all.flatMap(\.sources).map(\.address))
        #expect(Set(try VendorPages().pages.keys).subtracting(cited) == [])
    }
}
