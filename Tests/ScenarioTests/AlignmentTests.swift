import TVSimSDKVocabulary
import TVSimStructuredText
import Testing

@testable import TVSimScenario

@Suite("The comparison of callbacks with the expected ones")
struct AlignmentTests {
    private static let lines = ["setToken(A)", "setToken(B)", "selectedProvider(A)", "…"]
    private static let callbacks = [
        ReceivedCallback(.setToken, ["A"]), ReceivedCallback(.setToken, ["B"]),
        ReceivedCallback(.selectedProvider, ["A"]),
    ]

    /// Returns all lists of up to three elements.
    private static func lists<Element>(of elements: [Element]) -> [[Element]] {
        (0..<3).reduce(into: [[]]) { lists, _ in
            lists += lists.filter { $0.count == lists.map(\.count).max() }.flatMap { list in
                elements.map { list + [$0] }
            }
        }
    }

    /// The smallest cost by trying everything: a difference of arguments costs less than a missing and an unexpected
    /// callback, and more than one of them.
    private static func cost(_ lines: ArraySlice<CallbackPattern>, _ callbacks: ArraySlice<ReceivedCallback>) -> Int {
        guard let line = lines.first else { return 2 * callbacks.count }
        let rest = lines.dropFirst()
        guard let callback = callbacks.first else {
            return (line.isAnyRun ? 0 : 2) + cost(rest, callbacks)
        }
        let others = callbacks.dropFirst()
        var costs = [2 + cost(lines, others)]
        if line.isAnyRun {
            costs += [cost(rest, callbacks), cost(lines, others)]
        } else {
            costs.append(2 + cost(rest, callbacks))
            if line.name == callback.name { costs.append((line.matches(callback) ? 0 : 3) + cost(rest, others)) }
        }
        return costs.min() ?? 0
    }

    @Test("has every line and every callback once and in order, with as few differences as possible")
    func fewest() throws {
        for texts in Self.lists(of: Self.lines) {
            let lines = try texts.map { try CallbackPattern($0) }
            for callbacks in Self.lists(of: Self.callbacks) {
                let numbered = callbacks.enumerated().map { (number: $0.offset + 1, callback: $0.element) }
                var (found, written, cost): ([Int], [String], Int) = ([], [], 0)
                for row in Alignment(patterns: lines, callbacks: numbered).rows() {
                    switch row {
                    case .equal(let line, let callback, let number):
                        #expect(line.matches(callback))
                        found.append(number)
                        if !line.isAnyRun { written.append(line.text) }
                    case .difference(.replaced(let line, let callback, let number)):
                        #expect(line.name == callback.name && !line.matches(callback))
                        found.append(number)
                        written.append(line.text)
                        cost += 3
                    case .difference(.missing(let line, let next)):
                        #expect(next == (found.count < callbacks.count ? found.count + 1 : nil))
                        written.append(line.text)
                        cost += 2
                    case .difference(.unexpected(let callback, let number)):
                        #expect(callback == callbacks[number - 1])
                        found.append(number)
                        cost += 2
                    case .unchecked: Issue.record("nothing is unchecked here")
                    }
                }
                #expect(found == Array(1..<(callbacks.count + 1)), "\(texts) \(callbacks.map(\.text))")
                #expect(written == texts.filter { $0 != "…" }, "\(texts) \(callbacks.map(\.text))")
                #expect(cost == Self.cost(lines[...], callbacks[...]), "\(texts) \(callbacks.map(\.text))")
            }
        }
    }

    @Test("shows tracking that is not compared at its place among the callbacks")
    func unchecked() throws {
        let tracking = ReceivedCallback(.sendTrackingData, ["authentication"])
        let mismatch = try #require(
            Mismatch(
                expected: [try CallbackPattern("setToken(A)"), try CallbackPattern("setToken(B)")],
                callbacks: [tracking, Self.callbacks[0], tracking, Self.callbacks[2], tracking]))
        let rows = mismatch.rows.map { row in
            switch row {
            case .equal(let line, _, let number): "\(number) equal \(line.text)"
            case .difference(let difference): "\(difference)"
            case .unchecked(let callback, let number): "\(number) not checked \(callback.name.rawValue)"
            }
        }
        #expect(
            rows == [
                "1 not checked sendTrackingData", "2 equal setToken(A)", "setToken(B) is missing (before callback 4)",
                "3 not checked sendTrackingData", "callback 4: unexpected selectedProvider(A)",
                "5 not checked sendTrackingData",
            ])
        #expect(
            mismatch.sentences.last?.hasPrefix("expected [setToken(A), setToken(B)]; received [sendTracking") == true)
    }

    @Test("refuses no provider of a dialog whose MVPD has a comma in its name, in the profile that declares it")
    func comma() throws {
        let text = """
            schema: 1
            name: comma
            providers: {Acme: {subscribers: {alice: {}}}}
            service: {requestors: {REF30: {integrations: {"Acme,Inc": {provider: Acme}}}}}
            flow: [{getAuthentication: , expect: ["displayProviderDialog(Acme,Inc)", "selectedProvider(Acme,Inc)"]}]
            """
        #expect(try ProfileDecoder.decode(text: text, source: "comma.yaml").count == 1)
        let wrong = #expect(throws: SourceError.self) {
            try ProfileDecoder.decode(text: text.replacing("(Acme,Inc)", with: "(Acme,Ink)"), source: "comma.yaml")
        }
        #expect(wrong?.reason.contains("unknown MVPD 'Ink'") == true, "\(wrong?.reason ?? "")")
    }
}
