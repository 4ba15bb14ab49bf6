/// Quotes the words of commands that are printed for people to run in a shell.
enum ShellWords {
    /// Writes a command of `tvsim`.
    ///
    /// Arguments that begin with a hyphen follow `--`; values of options that do follow `=`.
    static func command(_ path: [String], _ arguments: [String], options: [(name: String, value: String)]) -> String {
        let isHyphenated = arguments.contains { $0.hasPrefix("-") }
        let named = options.flatMap { name, value in
            value.hasPrefix("-") ? [quoted("\(name)=\(value)")] : [name, quoted(value)]
        }
        let plain = arguments.map(quoted)
        return (["tvsim"] + path + (isHyphenated ? named + ["--"] + plain : plain + named)).joined(separator: " ")
    }

    /// Quotes a word that a shell would not take literally.
    static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "_.,:/=+-".utf8.contains(byte)
            }
        }
        return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
