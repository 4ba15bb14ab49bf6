public import ArgumentParser
import Foundation
public import TVSimSAML
import TVSimStateStorage
import TVSimStructuredText

extension ParsedOptions {
    /// Collects the options of a command line that are rows of a table: the properties with the names of the rows.
    ///
    /// It finds the properties as the parser does, by reflection. A missing option, an empty list and an unset flag are not
    /// given.
    ///
    /// - Parameters:
    ///   - groups: The parsed arguments.
    ///   - fields: The table.
    /// - Throws: `CommandError` for a file that cannot be read, or a negative number.
    init<Root>(of groups: [any ParsableArguments], in fields: ObjectFormat<Root>) throws(CommandError) {
        self.init()
        let keys = Set(fields.fields.map(\.name))
        for (key, argument) in groups.flatMap(ArgumentNames.declared) where keys.contains(key) {
            switch argument.given {
            case let text as String: self[key] = .string(text)
            case let texts as [String] where !texts.isEmpty: self[key] = .array(texts.map(JSONValue.string))
            case let flag as Bool where flag: self[key] = .bool(true)
            case let signed as SignedElements: self[key] = .string(signed.rawValue)
            case let number as Int:
                guard number >= 0 else { throw CommandError(.invalid, "\(spelling(key)) must not be negative") }
                self[key] = .integer(Int64(number))
            case let file as PEMFile: self[key] = .string(try read([file], for: key)[0])
            case let files as [PEMFile] where !files.isEmpty:
                self[key] = .array(try read(files, for: key).map(JSONValue.string))
            default: break
            }
        }
    }

    /// Reads the files of an option, and remembers their names.
    private mutating func read(_ files: [PEMFile], for key: String) throws(CommandError) -> [String] {
        self.files[key] = files.map { NamedFile.shown($0.path) }
        // A certificate may be binary (DER, PKCS #7).
        return try files.map { file throws(CommandError) in
            let data = try NamedFile.read(file.path)
            return String(validating: data, as: UTF8.self) ?? Data(data).base64EncodedString()
        }
    }
}

/// The arguments that a type declares, by the names of their properties.
enum ArgumentNames {
    /// A property wrapper of the parser.
    protocol Argument {
        /// The parsed value.
        var given: Any { get }
    }

    /// Returns the options and flags of a group in their order.
    static func declared(in group: any ParsableArguments) -> [(name: String, argument: any Argument)] {
        // The wrapper of the property `issuer` is stored as `_issuer`.
        Mirror(reflecting: group).children.compactMap { label, value in
            guard let label, let argument = value as? any Argument else { return nil }
            return (String(label.dropFirst()), argument)
        }
    }
}

extension Option: ArgumentNames.Argument {
    var given: Any { wrappedValue }
}

extension Flag: ArgumentNames.Argument {
    var given: Any { wrappedValue }
}

/// A file with keys or certificates; `-` is standard input.
struct PEMFile: ExpressibleByArgument {
    let path: String

    init(argument: String) { path = argument }

    static var defaultCompletionKind: CompletionKind { Completions.file }
}

extension SignedElements: ExpressibleByArgument {}

extension ArgumentHelp {
    /// Creates the help of an option from the summary of its row.
    init<Root>(_ fields: ObjectFormat<Root>, _ key: String, valueName: String? = nil) {
        let row = fields.fields.first { $0.name == key }
        self.init(row?.schema["description"]?.string ?? "", valueName: valueName)
    }
}
