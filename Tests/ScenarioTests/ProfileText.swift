import Foundation
import TVSimScenario
import TVSimStructuredText

/// Profiles as texts for tests.
enum ProfileText {
    /// A profile that says only what it must, and more lines where a test needs them.
    static func with(_ lines: String) -> String {
        "schema: 1\nname: test\n" + lines
    }

    /// Decodes the one profile of a text.
    static func decode(_ text: String) throws -> Profile {
        let profiles = try ProfileDecoder.decode(text: text, source: "test.yaml")
        return profiles[0]
    }

    /// The error with which a text is refused; `nil` when it is not.
    static func refusal(of text: String) -> SourceError? {
        do throws(SourceError) {
            _ = try ProfileDecoder.decode(text: text, source: "test.yaml")
            return nil
        } catch {
            return error
        }
    }
}
