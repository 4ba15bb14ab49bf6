import Foundation
import TVSimScenario
import TVSimStructuredText
import TVSimulator
import Testing

@Suite("The text of a profile")
struct TextTests {
    /// Texts with the signs of anchors and aliases, where they are none.
    static let prose = [
        "summary: |\n  Tom & Jerry\n" + String(repeating: "  * item\n", count: 9),
        "# Tom & Jerry, [*x, *x, *x] &x\n" + String(repeating: "# * item, *x\n", count: 9) + "summary: prose\n",
        "summary: '&a *a *a *a *a *a *a *a *a *a'\n",
        "summary: >\n  - &a x\n" + String(repeating: "  - *a\n", count: 9),
        "summary: \"a\u{E000} &b [*b, *b]\"\n",
        "# see: &a x\nsummary: x # it: *b, or: !!str c\n",
    ]

    @Test("can contain ampersands and asterisks that do not mark anchors", arguments: prose)
    func asterisks(_ lines: String) {
        #expect(ProfileText.refusal(of: ProfileText.with(lines)) == nil)
    }

    /// Texts with an anchor, and where it stands.
    static let anchored = [
        ("summary: &a x\nflow: [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]\n", "3:10"),
        ("# *a\napp: {requestor: &a R}\n", "4:18"),
        ("? &a [x]\n: *a\n", "3:3"),
        ("summary: '*'\nflow: &b []\n", "4:7"),
        ("app: {\"requestor\":&a REF30}\n", "3:19"),
    ]

    @Test("is rejected at its first anchor, however many aliases follow", arguments: anchored)
    func anchor(lines: String, place: String) {
        let error = ProfileText.refusal(of: ProfileText.with(lines))
        #expect(error?.description == "test.yaml:\(place): anchors are not supported: write the value again")
    }

    /// Values with a tag of their own, and where it stands.
    static let tagged = [
        ("# it: 'b\nsummary: !!str x\n", "4:10"),
        ("summary: !!str x\n", "3:10"), ("summary: !!str 5\n", "3:10"), ("summary: !!str \"x\"\n", "3:10"),
        ("!!str summary: x\n", "3:1"), ("# fine!\r\n\r\nflow: !!seq []\r\n", "5:7"), ("app: !!map {}\n", "3:6"),
        ("summary: ! x\n", "3:10"), ("flow: [relaunch, !!str logout]\n", "3:18"),
        ("app: {requestor: R, !x bundleID: a.b}\n", "3:21"), ("flow: [[a], !x b]\n", "3:13"),
        ("flow: [[!x b]]\n", "3:9"), ("flow: [\"]\", !x b]\n", "3:13"), ("flow:\n  - - !x b\n", "4:7"),
        ("flow: [{a: [b, c], d: !x e}]\n", "3:23"),
        // A value may stand directly behind the colon of a quoted key in a flow mapping (YAML 1.2.2, 7.4.2).
        ("app: {\"requestor\":!!str REF30}\n", "3:19"), ("app: {'requestor' :!x R}\n", "3:20"),
        ("flow: [{\"logout\":[!x a]}]\n", "3:19"), ("flow: [{\"a\":{\"b\":!x c}}]\n", "3:18"),
    ]

    @Test("is rejected at a tag, even if the tag matches the value", arguments: tagged)
    func tag(lines: String, place: String) {
        let error = ProfileText.refusal(of: ProfileText.with(lines))
        #expect(error?.code == .unsupported)
        #expect(
            error?.description.hasPrefix("test.yaml:\(place): tags such as ") == true,
            "\(error?.description ?? "it is taken")")
    }

    @Test("can contain exclamation marks that do not mark tags")
    func exclamations() throws {
        let profile = try ProfileText.decode(
            ProfileText.with("summary: \"! !!str\"  # !x\nviewer: {signIn: {as: alice, password: a!b}}\n"))
        #expect(profile.summary == "! !!str")
    }

    /// Ways to write `a, !b` and `& c` as a plain text, behind what begins a value elsewhere.
    static let plain = [
        ("flow: [{relaunch: }]\nsummary: a, !b & c\n", "a, !b & c"),
        ("viewer: {signIn: {as: alice, password: '!x'}}\nsummary: a, !b\n", "a, !b"),
        ("flow: [{relaunch: }]\nsummary: |\n  !b\n  - &c\n", "!b\n- &c\n"),
        ("summary: >\n  !b\n\n  [&c\nflow: []\n", "!b\n[&c\n"),
        ("summary: a]}, !b\n", "a]}, !b"), ("summary: a - !b ? &c\n", "a - !b ? &c"),
        ("summary: 'it''s, !b'\nflow: []\n", "it's, !b"), ("summary: \"\\\", !b\"\n", "\", !b"),
        ("summary: a#b, !c\n", "a#b, !c"), ("app: {requestor: REF30}\nsummary: a:!b \"c\":!d\n", "a:!b \"c\":!d"),
    ]

    @Test("can contain the indicators of YAML within a plain text, a block or quotes", arguments: plain)
    func indicators(lines: String, summary: String) throws {
        #expect(try ProfileText.decode(ProfileText.with(lines)).summary == summary)
    }

    /// What cannot be read in a text, with the same place whatever its lines end with.
    static let troubles = [
        ("summary: \"a\u{1}b\"\n", "test.yaml:3:12: invalid YAML: control characters are not allowed"),
        ("summary: x\n\n\u{1}\n", "test.yaml:5:1: invalid YAML: control characters are not allowed"),
        ("app:\n\trequestor: REF30\n", "test.yaml:4:1: invalid YAML: indent with spaces, not with a tab"),
        ("app: {zebra: 1}\n", "test.yaml:3:7: app has no key 'zebra' (known: bundleID, requestor)"),
    ]

    @Test("is rejected with the same position for LF and for CRLF", arguments: troubles)
    func lineEnds(lines: String, expected: String) {
        let text = ProfileText.with(lines)
        #expect(ProfileText.refusal(of: text)?.description == expected)
        #expect(ProfileText.refusal(of: text.replacing("\n", with: "\r\n"))?.description == expected)
    }

    @Test("can be JSON with a character as two escapes; positions are still those of the text")
    func surrogates() throws {
        let start = #"{"schema": 1, "name": "\ud83d\ude00 \\ud83d \uD83D\uDE00", "#
        #expect(try ProfileText.decode(start + #""summary": "& *"}"#).name == #"😀 \ud83d 😀"#)
        #expect(
            ProfileText.refusal(of: start + #""sed": 1}"#)?.description
                == "test.yaml:1:\(start.count + 1): the profile has no key 'sed'; did you mean 'seed'?")
        // Half a character is none, and what is no JSON has the escapes of YAML.
        #expect(ProfileText.refusal(of: #"{"schema": 1, "name": "\ud83d"}"#)?.code == .syntax)
        #expect(try ProfileText.decode("schema: 1\nname: '\\ud83d\\ude00'\n").name == "\\ud83d\\ude00")
    }

    @Test("can begin with a byte order mark, also if it is passed as text")
    func byteOrderMark() throws {
        #expect(try ProfileText.decode("\u{FEFF}" + ProfileText.with("")).name == "test")
        _ = try Simulator(profile: "\u{FEFF}" + ProfileText.with(""))
    }
}
