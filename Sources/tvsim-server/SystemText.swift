import Glibc

/// A text as the system hands it over: bytes, which need not be UTF-8.
struct SystemText: Sendable, Hashable, CustomStringConvertible {
    /// With the zero at the end.
    private let bytes: [CChar]

    /// Copies what the system has.
    init(_ text: UnsafePointer<CChar>) {
        bytes = Array(UnsafeBufferPointer(start: text, count: strlen(text) + 1))
    }

    /// Takes over a text of ours.
    init(_ text: String) {
        bytes = Array(text.utf8CString)
    }

    /// Puts a text together.
    init(_ characters: some Sequence<CChar>) {
        bytes = Array(characters) + [0]
    }

    /// The text without the zero at its end.
    var characters: ArraySlice<CChar> { bytes.dropLast() }

    /// The text for people; what is not UTF-8 shows as U+FFFD.
    var description: String {
        String(decoding: bytes.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Whether it is the variable of a name, as environments write it.
    func isVariable(_ name: String) -> Bool {
        bytes.starts(with: "\(name)=".utf8CString.dropLast())
    }

    /// Gives a closure the text as the system takes it.
    func withPointer<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        body(bytes)
    }

    /// Gives a closure the texts as the system takes them.
    static func withPointers<Result>(
        _ texts: [SystemText], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0.bytes) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}
