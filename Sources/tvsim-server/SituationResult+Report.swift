import TVSimReports

extension SituationResult {
    /// A situation in the form `json`.
    private struct Listing: Encodable {
        let situation: String
        let status: Int32
        let failure: String?
    }

    /// Returns the report of a matrix, with a case for each situation.
    ///
    /// - Parameters:
    ///   - results: What came of the situations.
    ///   - name: The name of their profile.
    ///   - folder: Returns the folder in which the evidence of a situation is kept; `nil` if none is.
    ///   - numbers: The last line.
    /// - Returns: The report.
    static func report(
        of results: [SituationResult], named name: String, keptIn folder: (String) -> String?, numbers: String
    ) -> Report {
        let cases = results.map { result in
            var found = Report.Case(name, result.situation)
            found.duration = result.duration
            guard let failure = result.failure else { return found }
            (found.verdict, found.message, found.lines) = (.failed, failure, [result.output])
            found.links = folder(result.situation).map { [Report.Link("evidence", to: $0)] } ?? []
            return found
        }
        let listings = results.map { Listing(situation: $0.situation, status: $0.status, failure: $0.failure) }
        return Report(
            "tvsim exec",
            groups: [.init(name, cases: cases, text: results.map(\.text), value: ["situations": listings])],
            closing: [numbers])
    }
}
