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
    /// Where its value is kept.
    let value: any WritableKeyPath<Form, String?> & Sendable
    /// Another name under which the field is read.
    let synonym: String?
    /// Whether the documentation demands the field.
    let isRequired: Bool
    /// The JSON Schema that narrows its value.
    let narrowing: JSONValue

    /// Creates a field.
    init(
        _ name: String, _ value: any WritableKeyPath<Form, String?> & Sendable, synonym: String? = nil,
        isRequired: Bool = false, _ narrowing: JSONValue = [:]
    ) {
        self.name = name
        self.value = value
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
            self[keyPath: field.value] = ([field.name, field.synonym].lazy.compactMap(\.self))
                .compactMap { form.value($0) }.first { !$0.isEmpty }
        }
    }

    /// The form's fields; those that are `nil` are left out.
    package var form: [FormField] {
        Self.fields.compactMap { field in self[keyPath: field.value].map { FormField(field.name, $0) } }
    }

    /// The form's JSON Schema.
    package static var schema: JSONValue {
        Schema.object(
            Dictionary(
                uniqueKeysWithValues: fields.map { ($0.name, Schema.narrow(["type": "string"], by: $0.narrowing)) }),
            required: Set(fields.filter(\.isRequired).map(\.name)), isClosed: false)
    }
}
