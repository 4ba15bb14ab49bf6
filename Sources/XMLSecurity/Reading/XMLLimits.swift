/// How much of a document is read at most.
///
/// Each limit is far above what honest messages have and far below what costs more than a moment: a refusal must be
/// cheaper than the reading that it saves.
package struct XMLLimits: Sendable, Hashable {
    /// The bytes of a document.
    ///
    /// A signed response with many attributes has some 10 KB; a hundred times that is an attack.
    package var bytes = 1 << 20
    /// The attributes of one element: SAML's widest element, `SubjectConfirmationData`, has five, and each is compared
    /// with every other.
    package var attributes = 64
    /// The namespaces that are declared on the way from the outermost element to any other, that one included:
    /// canonicalisation searches them for each prefix that a signature lists.
    package var namespacesInScope = 64
    /// The bytes of a prefix: honest ones have hardly ten, and each is compared with others again and again.
    package var prefixLength = 128
    /// The bytes of a namespace's name: SAML's longest has 63.
    ///
    /// Canonicalisation compares and writes it wherever it is
    /// used.
    package var namespaceLength = 1024
    /// The depth of elements: a signed assertion in a response has ten; libxml2 itself stops at 256.
    package var depth = 64
    /// The bytes of the text directly inside one element: a chain of certificates has some 10 KB, an encrypted
    /// assertion a few dozen.
    package var textLength = 256 << 10
    /// The elements of a document: a response with a hundred attributes has some 500.
    package var elements = 20_000

    /// The bytes of an element's canonical form: honest ones have hardly more than the document.
    static let canonicalBytes = 4 << 20
    /// The prefixes that a canonicalisation may list: honest messages list one or two.
    ///
    /// Each is searched at each element, so that a long list in a large document would take minutes.
    package static let prefixes = 32
    /// The wrapped keys of one encrypted element that are tried: one for each recipient.
    ///
    /// Each try costs as much as a hundred verifications of a signature.
    static let encryptedKeys = 8

    /// Documents of more bytes than this are searched for tags of unreasonably many attributes before they are parsed:
    /// shorter ones have no room for them.
    static let bytesWithoutTagCheck = 32 << 10
    /// The assignments that a tag of such a document may have: libxml2 compares each attribute with each other before
    /// ours are counted.
    static let assignmentsInTag = 4096
    /// The declarations of namespaces in such a document: some messages repeat two or three at each of a few hundred
    /// attribute values, and libxml2 searches all that are open at each of them.
    static let declarations = 4096

    /// The limits of a canonical form that is read again: what was signed may be larger than what was sent.
    package static let canonicalForm: XMLLimits = {
        var limits = XMLLimits()
        limits.bytes = canonicalBytes
        return limits
    }()

    /// No limits but libxml2's own, for text that this package wrote a moment ago: who sends it to others leaves it to
    /// them to refuse it.
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

    /// Whether the octets are looked at before libxml2 reads them.
    private(set) var isOfStrangers = true

    /// Creates the default limits.
    package init() {}
}
