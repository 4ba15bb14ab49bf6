import Foundation
import TVSimCryptography
import TVSimStructuredText

/// Writes a report of code quality for merge requests (https://docs.gitlab.com/ci/testing/code_quality/).
struct GitLabWriter: ReportWriter {
    private struct Issue: Encodable {
        struct Location: Encodable {
            struct Lines: Encodable { let begin: Int }
            let path: String
            let lines: Lines
        }
        let description: String
        let checkName: String
        let fingerprint: String
        let severity: String
        let location: Location

        enum CodingKeys: String, CodingKey {
            case description
            case checkName = "check_name"
            case fingerprint, severity, location
        }
    }

    var keepsGroups: Bool { true }

    func end(of report: Report) throws -> String? {
        try JSONText.line(
            report.cases.filter(\.each.isWrong).map { group, each in
                let path = each.place?.file ?? group.file ?? group.name
                // Without the line, so that an issue stays the same when lines are added above it.
                let identity = [report.command, each.className, each.name, path].joined(separator: "\n")
                let digest = Hash.sha256.digest(of: Data(identity.utf8))
                return Issue(
                    description: "\(each.name): \(each.message)".onOneLine, checkName: each.className.onOneLine,
                    fingerprint: digest.map { String(format: "%02x", $0) }.joined(),
                    severity: each.weight.rawValue,
                    location: .init(path: path.onOneLine, lines: .init(begin: each.place?.line ?? 1)))
            })
    }
}
