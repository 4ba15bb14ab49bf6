/// The maximum sizes of a document.
///
/// Each limit is far above real messages and far below a noticeable cost: rejecting must be cheaper than parsing.
package struct XMLLimits: Sendable, Hashable {
    /// The bytes of a document.
    ///
    /// A signed response with many attributes has about 10 KB.
    package var bytes = 1 << 20
    /// The attributes of one element.
    ///
    /// SAML's largest element, `SubjectConfirmationData`, has five; each attribute is compared with every other.
    package var attributes = 64
    /// The namespaces declared by an element and its ancestors.
    ///
    /// Canonicalisation searches them for each listed prefix.
    package var namespacesInScope = 64
    /// The bytes of a prefix.
    ///
    /// Real prefixes have fewer than ten; each is compared with others many times.
    package var prefixLength = 128
    /// The bytes of a namespace's name; SAML's longest has 63.
    ///
    /// Canonicalisation compares and writes it at every use.
    package var namespaceLength = 1024
    /// The depth of elements.
    ///
    /// A signed assertion in a response has ten; libxml2 itself stops at 256.
    package var depth = 64
    /// The bytes of the text directly inside one element.
    ///
    /// A certificate chain has about 10 KB, an encrypted assertion a few dozen.
    package var textLength = 256 << 10
    /// The elements of a document.
    ///
    /// A response with a hundred attributes has about 500.
    package var elements = 20_000

    /// The bytes of an element's canonical form, which is hardly larger than the document in real messages.
    static let canonicalBytes = 4 << 20
    /// The prefixes that a canonicalisation may list; real messages list one or two.
    ///
    /// Each is searched at each element, so a long list in a large document would take minutes.
    package static let prefixes = 32
    /// The wrapped keys of one encrypted element that are tried, one for each recipient.
    ///
    /// Each attempt costs as much as a hundred signature verifications.
    package static let encryptedKeys = 8

    /// Larger documents are checked for tags with too many attributes before parsing; smaller ones cannot contain them.
    static let bytesWithoutTagCheck = 32 << 10
    /// The maximum number of assignments in a tag of such a document.
    ///
    /// libxml2 compares each attribute with every other before this module can count them.
    static let assignmentsInTag = 4096
    /// The maximum number of namespace declarations in such a document.
    ///
    /// Some messages repeat two or three at each of a few hundred attribute values. A canonical form repeats a
    /// declaration at each element that uses it, so it has no such limit.
    private(set) var declarations = 4096

    /// The limits for parsing a canonical form, which may be larger than the message.
    package static let canonicalForm: XMLLimits = {
        var limits = XMLLimits()
        limits.bytes = canonicalBytes
        limits.declarations = .max
        return limits
    }()

    /// Only libxml2's own limits, for XML that this package has just written.
    ///
    /// Its receivers apply their own limits.
    static let ownText: XMLLimits = {
        var limits = XMLLimits()
        limits.bytes = .max
        limits.attributes = .max
        limits.namespacesInScope = .max
        limits.prefixLength = .max
        limits.namespaceLength = .max
        limits.textLength = .max
        limits.elements = .max
        limits.isOfStrangers = false
        return limits
    }()

    /// Whether the bytes are checked before libxml2 parses them.
    private(set) var isOfStrangers = true

    /// Creates the default limits.
    package init() {}
}
