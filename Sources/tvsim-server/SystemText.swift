import TVSimPlatform

/// An argument or environment variable as the system passes it: bytes, which may be invalid UTF-8.
struct SystemText: Sendable, CustomStringConvertible {
    /// The bytes with a terminating zero.
    private let bytes: [CChar]

    /// Copies a C string.
    init(_ text: UnsafePointer<CChar>) {
        bytes = Array(UnsafeBufferPointer(start: text, count: strlen(text) + 1))
    }

    init(_ text: String) {
        bytes = Array(text.utf8CString)
    }

    /// The text for messages; invalid UTF-8 becomes U+FFFD.
    var description: String {
        String(decoding: bytes.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Returns whether the text is the environment variable `NAME=VALUE` of a name.
    func isVariable(_ name: String) -> Bool {
        bytes.starts(with: "\(name)=".utf8CString.dropLast())
    }

    /// Whether the text is the path of an existing file; a text without a slash is a name to search in `PATH`.
    var isPathOfFile: Bool {
        bytes.contains(CChar(bitPattern: UInt8(ascii: "/"))) && access(bytes, F_OK) == 0
    }

    /// Calls a closure with the texts as a null-terminated array, such as `execv` expects.
    static func withPointers<Result>(
        _ texts: [SystemText], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0.bytes) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}
