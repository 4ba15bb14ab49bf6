import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText

/// Compares a recorded response with the simulator's: words by value, everything else by type and form.
enum AnswerComparison {
    /// A response.
    struct Answer {
        let status: Int
        let fields: HTTPFields
        /// The JSON of the body; `nil` if the body is not JSON.
        let body: JSONValue?
        /// Whether the body is known.
        var hasBody = true
    }

    /// Returns the differences of two responses.
    static func differences(recorded: Answer, simulated: Answer) -> [Difference] {
        var differences: [Difference] = []
        if recorded.status != simulated.status {
            differences.append(
                Difference("status", recorded: "\(recorded.status)", simulated: "\(simulated.status)"))
        }
        differences += headers(recorded.fields, simulated.fields, hasBody: recorded.hasBody)
        guard recorded.hasBody else { return differences }
        if (recorded.status < 400) != (simulated.status < 400) {
            // An error and a success have no members in common: the error's code says what happened.
            return differences
                + ["code", "error"].compactMap { key in
                    let error = recorded.status < 400 ? simulated.body : recorded.body
                    guard let word = error?[key]?.string else { return nil }
                    let code = ValueDescription.text(.string(word), key: key)
                    return recorded.status < 400
                        ? Difference("$.\(key)", recorded: Difference.nothing, simulated: code)
                        : Difference("$.\(key)", recorded: code, simulated: Difference.nothing)
                }
        }
        switch (recorded.body, simulated.body) {
        case (let recorded?, let simulated?): differences += compare(recorded, simulated, at: "$", key: "")
        case (nil, nil): break
        case (let recorded, let simulated):
            differences.append(
                Difference(
                    "$", recorded: recorded.map { ValueDescription.text($0, key: "") } ?? "no JSON",
                    simulated: simulated.map { ValueDescription.text($0, key: "") } ?? "no JSON"))
        }
        return differences
    }

    // MARK: - Headers

    /// Returns the differences of the compared headers; the body of a page has any media type.
    static func headers(_ recorded: HTTPFields, _ simulated: HTTPFields, hasBody: Bool) -> [Difference] {
        [HTTPField.Name.contentType, .location, .allow, .retryAfter].compactMap { name in
            guard hasBody || name != .contentType else { return nil }
            let (left, right) = (described(recorded[name], name), described(simulated[name], name))
            return left == right ? nil : Difference("header \(name.canonicalName)", recorded: left, simulated: right)
        }
    }

    private static func described(_ value: String?, _ name: HTTPField.Name) -> String {
        guard let value else { return Difference.nothing }
        switch name {
        case .contentType:
            let type = value.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
            return type.wholeMatch(of: /[a-z]+\/[a-z0-9.+\-]+/) == nil ? "another media type" : type
        case .allow:
            return value.uppercased().matches(of: /[A-Z]+/).map { String($0.output) }.sorted().joined(separator: ", ")
        default: return "a value"
        }
    }

    // MARK: - JSON

    private static func compare(
        _ recorded: JSONValue, _ simulated: JSONValue, at path: String, key: String
    ) -> [Difference] {
        switch (recorded, simulated) {
        case (.object(let left), .object(let right)):
            return Set(left.keys).union(right.keys).sorted().flatMap { name -> [Difference] in
                let place = "\(path).\(name)"
                guard let old = left[name], let new = right[name] else {
                    return [
                        Difference(
                            place, recorded: ValueDescription.text(left[name], key: name),
                            simulated: ValueDescription.text(right[name], key: name))
                    ]
                }
                return compare(old, new, at: place, key: name)
            }
        case (.array(let left), .array(let right)): return compare(left, right, at: path, key: key)
        case (.string(let left), .string(let right)):
            if TextForm(of: left) == .removed || TextForm(of: right) == .removed { return [] }
            if left == right { return [] }
        case (.integer, .integer), (.bool, .bool), (.null, .null): break
        case (.integer, .number), (.number, .integer): return []
        default: break
        }
        let left = ValueDescription.text(recorded, key: key)
        let right = ValueDescription.text(simulated, key: key)
        return left == right ? [] : [Difference(path, recorded: left, simulated: right)]
    }

    private static func compare(
        _ recorded: [JSONValue], _ simulated: [JSONValue], at path: String, key: String
    ) -> [Difference] {
        if recorded.allSatisfy({ $0["id"]?.string != nil }), simulated.allSatisfy({ $0["id"]?.string != nil }) {
            return named(recorded, simulated, at: path, key: key)
        }
        // Lists of texts, such as the names of attributes, are as long as the world says.
        let areTexts = (recorded + simulated).allSatisfy { $0.string != nil } && !PublicMembers.words.contains(key)
        // So are those of a user's attributes.
        if key == "value" { return [] }
        if recorded.isEmpty != simulated.isEmpty || recorded.count != simulated.count && !areTexts {
            return [
                Difference(path, recorded: "a list of \(recorded.count)", simulated: "a list of \(simulated.count)")
            ]
        }
        return zip(recorded, simulated).enumerated().flatMap { index, pair in
            compare(pair.0, pair.1, at: "\(path)[\(index)]", key: key)
        }
    }

    /// Compares lists whose items have identifiers, such as MVPDs.
    private static func named(
        _ recorded: [JSONValue], _ simulated: [JSONValue], at path: String, key: String
    ) -> [Difference] {
        let known = Dictionary(simulated.map { ($0["id"]?.string ?? "", $0) }) { first, _ in first }
        var differences = recorded.enumerated().flatMap { index, item -> [Difference] in
            let place = "\(path)[\(index)]"
            guard let other = known[item["id"]?.string ?? ""] else {
                return [Difference(place, recorded: "an object", simulated: Difference.nothing)]
            }
            return compare(item, other, at: place, key: key)
        }
        let old = Set(recorded.compactMap { $0["id"]?.string })
        for (index, item) in simulated.enumerated() where !old.contains(item["id"]?.string ?? "") {
            differences.append(Difference("\(path)[\(index)]", recorded: Difference.nothing, simulated: "an object"))
        }
        return differences
    }
}
