import TVSimReports
import Testing

@Suite("A page of a report")
struct WordBreaksTests {
    static let words = [
        ("sendTrackingData(authentication)", "send<wbr>Tracking<wbr>Data(<wbr>authentication)"),
        ("<code>invalid_parameter_saml_response</code>", "<code>invalid_<wbr>parameter_<wbr>saml_<wbr>response</code>"),
        ("com.example.stream.of.the.tests", "com.<wbr>example.<wbr>stream.<wbr>of.<wbr>the.<wbr>tests"),
        ("https://a.example/api/v2/REF30", "https://a.<wbr>example/api/v2/REF30"),
        ("setAuthenticationStatus(0,&quot;x&quot;)", "set<wbr>Authentication<wbr>Status(<wbr>0,<wbr>&quot;x&quot;)"),
        // These fit in a line, or are data, or are tags.
        ("com.example.stream", "com.example.stream"),
        ("a.b c.d e.f g.h i.j k.l m.n o.p", "a.b c.d e.f g.h i.j k.l m.n o.p"),
        (String(repeating: "aB", count: 100), String(repeating: "aB", count: 100)),
        ("<a href=\"https://a.example/REF30/REF30\">it</a>", "<a href=\"https://a.example/REF30/REF30\">it</a>"),
        ("a & b < c", "a & b < c"),
    ]

    @Test("lets a browser break a long word at punctuation and capital letters, and nowhere else", arguments: words)
    func breaks(word: String, expected: String) {
        #expect(ReportPage.page(title: "", content: word).contains("<main>\n\(expected)</main>"))
    }
}
