import Identifiers
package import StructuredText

/// What a request carries as a form, described by one table from which forms are read, written and documented.
package protocol FormRequest: Hashable, Sendable {
    /// The fields, in the order in which they are written.
    static var fields: [FormKey<Self>] { get }
    /// Creates a form without any field.
    init()
}

/// A field of a form.
package struct FormKey<Form>: Sendable {
    /// The field's name.
    let name: String
    /// Returns its value.
    let value: @Sendable (Form) -> String?
    /// Stores its value.
    let store: @Sendable (String?, inout Form) -> Void
    /// Another name under which the field is read.
    let synonym: String?
    /// Whether the documentation demands the field.
    let isRequired: Bool
    /// The JSON Schema that narrows its value.
    let narrowing: JSONValue

    /// Creates a field whose value is a text.
    init(
        _ name: String, _ path: any WritableKeyPath<Form, String?> & Sendable, synonym: String? = nil,
        isRequired: Bool = false, _ narrowing: JSONValue = [:]
    ) {
        self.init(
            name, value: { $0[keyPath: path] }, store: { $1[keyPath: path] = $0 }, synonym: synonym,
            isRequired: isRequired, narrowing)
    }

    /// Creates a field whose value is an identifier.
    init<Name: Identifier>(_ name: String, _ path: any WritableKeyPath<Form, Name?> & Sendable) {
        self.init(name, value: { $0[keyPath: path]?.rawValue }, store: { $1[keyPath: path] = Name($0) })
    }

    private init(
        _ name: String, value: @escaping @Sendable (Form) -> String?,
        store: @escaping @Sendable (String?, inout Form) -> Void, synonym: String? = nil, isRequired: Bool = false,
        _ narrowing: JSONValue = [:]
    ) {
        self.name = name
        self.value = value
        self.store = store
        self.synonym = synonym
        self.isRequired = isRequired
        self.narrowing = narrowing
    }
}

extension FormRequest {
    /// Reads a form; a field that is missing or empty is `nil` (RFC 6749, 3.2, for access tokens).
    package init(form: [FormField]) {
        self.init()
        for field in Self.fields {
            let value = ([field.name, field.synonym].lazy.compactMap(\.self))
                .compactMap { form.value($0) }.first { !$0.isEmpty }
            field.store(value, &self)
        }
    }

    /// The form's fields; those that are `nil` are left out.
    package var form: [FormField] {
        Self.fields.compactMap { field in field.value(self).map { FormField(field.name, $0) } }
    }

    /// The form's JSON Schema.
    package static var schema: JSONValue {
        Schema.object(
            Dictionary(
                uniqueKeysWithValues: fields.map { ($0.name, Schema.narrow(["type": "string"], by: $0.narrowing)) }),
            required: Set(fields.filter(\.isRequired).map(\.name)), isClosed: false)
    }
}
