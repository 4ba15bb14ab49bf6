import Glibc

/// An argument or a variable as the system passes it: bytes, which need not be UTF-8.
struct SystemText: Sendable, CustomStringConvertible {
    /// The bytes with the zero at the end.
    private let bytes: [CChar]

    /// Copies a text of the system.
    init(_ text: UnsafePointer<CChar>) {
        bytes = Array(UnsafeBufferPointer(start: text, count: strlen(text) + 1))
    }

    init(_ text: String) {
        bytes = Array(text.utf8CString)
    }

    /// The text for people; bytes that are not UTF-8 become U+FFFD.
    var description: String {
        String(decoding: bytes.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Whether it is the variable of a name, as `NAME=VALUE`.
    func isVariable(_ name: String) -> Bool {
        bytes.starts(with: "\(name)=".utf8CString.dropLast())
    }

    /// Whether it is the path of a file, and not a name to search in `PATH`.
    var isPathOfFile: Bool {
        bytes.contains(CChar(bitPattern: UInt8(ascii: "/"))) && access(bytes, F_OK) == 0
    }

    /// Passes texts to a closure as a list that ends with a null pointer.
    static func withPointers<Result>(
        _ texts: [SystemText], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0.bytes) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}
