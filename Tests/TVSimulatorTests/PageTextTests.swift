import Mustache
import Testing

@testable import TVSimIdentityProvider

@Suite("Texts in the providers' pages")
struct PageTextTests {
    @Test(
        "are escaped like those of the template library",
        arguments: ["", "plain", "<b>\"O'Hara\" & son</b>", "ä<€>\u{1F600}", "&amp;", "\r\n<"])
    func sameAsLibrary(_ text: String) throws {
        let library = try MustacheTemplate(string: "{{text}}").render(["text": text])
        #expect(PageText().escapeText(text) == library)
    }

    @Test("never become markup, whatever their origin")
    func signInPage() {
        var provider = Provider(identifier: "<i>")
        provider.subscribers = [Subscriber(name: "<i>")]
        provider.subscribers[0].password = "\"><i>"
        let page = SitePages.signIn(
            provider: provider, step: .credentials, query: "\"><i>", action: "", hidden: [], refused: true,
            name: "\"><i>", forced: true)
        #expect(!page.contains("<i>"))
        #expect(page.hasPrefix("<!DOCTYPE html>"))
        #expect(page.contains("value=\"&quot;&gt;&lt;i&gt;\""))
    }

    @Test("have no typed control characters, which HTML does not allow")
    func controlCharacters() {
        let provider = Provider(identifier: "X")
        let page = SitePages.signIn(
            provider: provider, step: .credentials, query: "", action: "", hidden: [], refused: true,
            name: "a\u{0}\u{1b}b\u{7f}\u{85}é", forced: false)
        #expect(page.contains("value=\"abé\""))
    }
}
