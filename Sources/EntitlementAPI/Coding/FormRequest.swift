package import TVSimStructuredText

/// A request body that is a form.
///
/// One table of fields reads, writes and documents it.
package protocol FormRequest: Hashable, Sendable {
    /// The fields, in the order of the written form.
    static var fields: [FormKey<Self>] { get }
    /// Creates a form without fields.
    init()
}

/// A field of a form type.
package struct FormKey<Form>: Sendable {
    /// The field's name.
    let name: String
    /// Returns the field's value.
    let value: @Sendable (Form) -> String?
    /// Stores the field's value.
    let store: @Sendable (String?, inout Form) -> Void
    /// An alternative name that is accepted when reading.
    let synonym: String?
    /// Whether the documentation requires the field.
    let isRequired: Bool
    /// A JSON Schema that restricts the value.
    let narrowing: JSONValue

    /// Creates a field with a text value.
    init(
        _ name: String, _ path: any WritableKeyPath<Form, String?> & Sendable, synonym: String? = nil,
        isRequired: Bool = false, _ narrowing: JSONValue = [:]
    ) {
        self.init(
            name, value: { $0[keyPath: path] }, store: { $1[keyPath: path] = $0 }, synonym: synonym,
            isRequired: isRequired, narrowing)
    }

    /// Creates a field with an identifier as its value.
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
    /// Reads a form; missing and empty fields are `nil` (RFC 6749, 3.2, for access tokens).
    package init(form: [FormField]) {
        self.init()
        for field in Self.fields {
            let value = ([field.name, field.synonym].lazy.compactMap(\.self))
                .compactMap { form.value($0) }.first { !$0.isEmpty }
            field.store(value, &self)
        }
    }

    /// The form's fields, without those that are `nil`.
    package var form: [FormField] {
        Self.fields.compactMap { field in field.value(self).map { FormField(field.name, $0) } }
    }

    /// The alternative names of fields.
    static var synonyms: Set<String> { Set(fields.compactMap(\.synonym)) }

    /// The form's JSON Schema.
    package static var schema: JSONValue {
        Schema.object(
            Members(
                uniqueKeysWithValues: fields.map { ($0.name, Schema.narrow(["type": "string"], by: $0.narrowing)) }),
            required: Set(fields.filter(\.isRequired).map(\.name)), isClosed: false)
    }
}
