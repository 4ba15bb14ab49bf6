package import Foundation
package import TVSimStructuredText

extension KeptHistory {
    private struct Evidence: Decodable { let history: KeptHistory }
    private struct OldEvidence: Decodable { let rules: RuleReport }

    /// Reads the history in a file `evidence.json`.
    ///
    /// - Parameters:
    ///   - data: The file.
    ///   - file: Its name in errors.
    /// - Throws: `CommandError` that says what to do if the history cannot be judged.
    package init(evidence data: Data, name file: String) throws(CommandError) {
        if case .object(let members)? = try? JSONValue(json: data),
            let place = members["history"]?.placeOfInexactNumber
        {
            throw CommandError(
                .malformed,
                "'\(file)': the number at 'history.\(place)' is out of range: expected at most \(Int.largestExact)")
        }
        do {
            self = try JSONDecoder().decode(Evidence.self, from: data).history
        } catch {
            let isOld = (try? JSONDecoder().decode(OldEvidence.self, from: data)) != nil
            let archive = (file as NSString).deletingLastPathComponent + "/requests.har"
            throw CommandError(
                .malformed,
                isOld
                    ? "'\(file)' is of an older tvsim, and has no 'history' that can be judged again"
                    : "'\(file)' is not the evidence of a world, as 'tvsim exec --keep-on-failure' writes it",
                suggestion: isOld ? "tvsim rules check \(ShellWords.quoted(archive)) --host HOST, which sees less" : nil
            )
        }
    }
}
