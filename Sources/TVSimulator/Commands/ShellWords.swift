/// Words of a shell: what is printed for somebody to run must mean itself, whatever it is called.
enum ShellWords {
    /// Writes a command of `tvsim`.
    ///
    /// Arguments that begin with a hyphen stand behind `--`, values of options that do behind `=`.
    static func command(_ path: [String], _ arguments: [String], options: [(name: String, value: String)]) -> String {
        let isHyphenated = arguments.contains { $0.hasPrefix("-") }
        let named = options.flatMap { name, value in
            value.hasPrefix("-") ? [quoted("\(name)=\(value)")] : [name, quoted(value)]
        }
        let plain = arguments.map(quoted)
        return (["tvsim"] + path + (isHyphenated ? named + ["--"] + plain : plain + named)).joined(separator: " ")
    }

    /// Quotes a word where a shell would take it for something else.
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
