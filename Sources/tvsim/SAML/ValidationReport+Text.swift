import TVSimCore
import TVSimSAML
import TVSimStructuredText

extension ValidationReport {
    /// The verdict as text.
    package var text: String {
        let found = source.map { ["  read from: \($0.summary)"] } ?? []
        guard let response = verdict.verified else {
            let reasons = verdict.failures.map { failure in
                let hint = failure.acceptedBy.map { " (`\($0.option)` accepts it)" } ?? ""
                return "  \(failure.policy.rawValue): \(failure.reason) (\(failure.section))\(hint)"
            }
            return (["not valid"] + reasons + found).map(\.onOneLine).joined(separator: "\n")
        }
        var lines = ["valid", "  issuer: \(response.issuer)"]
        if let name = response.nameID { lines.append("  nameID: \(name)") }
        // The prefix "attribute" distinguishes an attribute from the other lines, whose names it may have.
        lines += response.attributes.map {
            "  attribute \($0.name): \($0.values.isEmpty ? "(no value)" : $0.values.joined(separator: ", "))"
        }
        lines.append("  signed: \(response.signed.rawValue)" + (response.isEncrypted ? ", encrypted" : ""))
        if let end = response.sessionNotOnOrAfter { lines.append("  session until: \(TimeText.format(end))") }
        if let encryption = response.encryption { lines.append("  encryption: \(encryption.summary)") }
        if !response.unchecked.isEmpty {
            lines.append("  not compared: \(response.unchecked.map(\.summary).joined(separator: ", "))")
        }
        lines += response.notes.map { "  note: \($0)" }
        return (lines + found).map(\.onOneLine).joined(separator: "\n")
    }
}
