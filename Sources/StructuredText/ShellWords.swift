/// Quotes the arguments of commands that users run in a shell.
package enum ShellWords {
    /// Returns a command of `tvsim` as text.
    ///
    /// Arguments that begin with a hyphen are written after `--`; option values that begin with a hyphen, after `=`.
    package static func command(
        _ path: [String], _ arguments: [String] = [], options: [(name: String, value: String)]
    ) -> String {
        let isHyphenated = arguments.contains { $0.hasPrefix("-") }
        let named = options.flatMap { name, value in
            value.hasPrefix("-") ? [quoted("\(name)=\(value)")] : [name, quoted(value)]
        }
        let plain = arguments.map(quoted)
        return (["tvsim"] + path + (isHyphenated ? named + ["--"] + plain : plain + named)).joined(separator: " ")
    }

    /// Returns an argument, quoted if a shell would otherwise interpret it.
    package static func quoted(_ word: String) -> String {
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
