import Testing

/// The arguments of a case of a parameterized test, as Swift Testing writes them, such as `x → "a"`.
///
/// Swift Testing does not tell them to a trait, so a mirror reads them. If a version keeps them in another way, they are
/// missing.
enum CaseArguments {
    /// Returns the text; `nil` without arguments.
    static func text(of testCase: Test.Case?) -> String? {
        guard let testCase, testCase.isParameterized,
            let arguments = Mirror(reflecting: testCase).descendant("_kind", "parameterized", "arguments")
        else { return nil }
        let texts = Mirror(reflecting: arguments).children.compactMap { child -> String? in
            let argument = Mirror(reflecting: child.value)
            guard let value = argument.descendant("value") else { return nil }
            let names = ["secondName", "firstName"].lazy.compactMap { argument.descendant("parameter", $0) as? String }
            return [names.first, String(describingForTest: value)].compactMap(\.self).joined(separator: " → ")
        }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }
}
