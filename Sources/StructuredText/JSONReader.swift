/// Reads JSON (RFC 8259) into values, and their places if it is a document, in linear time.
///
/// `JSONDecoder` tries one type after another for a value of unknown type. It takes seconds for a few kilobytes of
/// deeply nested JSON. A number without a fractional part is read as an integer if it fits into 64 bits.
package struct JSONReader {
    /// How strictly a text is read.
    package enum Strictness: Sendable, Hashable {
        /// RFC 8259 without duplicate keys.
        case document
        /// RFC 8259; the first of two equal keys is used.
        case message
    }

    let octets: UnsafeRawBufferPointer
    private let strictness: Strictness
    private let mostNested: Int
    private let mostValues: Int
    private let large: LargeMember?
    var place = 0
    private var cursor = PositionCursor()
    /// The places of the value that is being read; `nil` if the caller needs none.
    private var places: Places?
    /// How many keys of the large member's path lead to the present value.
    private var matched = 0
    /// The number of parts of the large member so far.
    private var parts = 0
    /// The number of values, or of those since the last part of the large member began.
    private var values = 0

    /// An object or an array of a document whose parts are taken one by one, and not kept.
    struct LargeMember {
        /// The keys that lead to it.
        let path: [String]
        /// How many parts it has at most.
        let most: Int
        /// Takes a part; the key is empty in an array.
        let take: (_ key: String, _ value: JSONValue) -> Void
    }

    private init(
        _ octets: UnsafeRawBufferPointer, _ strictness: Strictness, _ mostNested: Int, _ mostValues: Int,
        _ large: LargeMember?, isPlaced: Bool
    ) {
        self.octets = octets
        self.strictness = strictness
        self.mostNested = mostNested
        self.mostValues = mostValues
        self.large = large
        places = isPlaced ? Places(.start) : nil
    }

    /// Reads a text that is one value, and skips a byte order mark before it.
    ///
    /// - Parameters:
    ///   - octets: The text in UTF-8.
    ///   - strictness: How strictly the text is read.
    ///   - mostNested: The maximum nesting depth of objects and arrays.
    ///   - mostValues: How many values it has at most, because a value in memory is many times larger than its text.
    /// - Returns: The value.
    /// - Throws: ``MalformedJSON`` if the text is not JSON, is nested too deeply, or a document repeats a key.
    package static func read(
        _ octets: UnsafeRawBufferPointer, _ strictness: Strictness, mostNested: Int, mostValues: Int = .max
    ) throws(MalformedJSON) -> JSONValue {
        try read(octets, strictness, mostNested: mostNested, mostValues: mostValues, large: nil, isPlaced: false).value
    }

    static func read(
        _ octets: UnsafeRawBufferPointer, _ strictness: Strictness, mostNested: Int, mostValues: Int,
        large: LargeMember?, isPlaced: Bool
    ) throws(MalformedJSON) -> (value: JSONValue, places: Places?) {
        var reader = JSONReader(octets, strictness, mostNested, mostValues, large, isPlaced: isPlaced)
        if octets.starts(with: [0xEF, 0xBB, 0xBF]) { reader.place = 3 }
        let value = try reader.value(inside: 0)
        guard reader.next() == nil else { throw reader.expected("the end") }
        return (value, reader.places?.parts.first)
    }

    func expected(_ what: String) -> MalformedJSON { malformed("expected \(what)", at: place) }

    func malformed(_ reason: String, at octet: Int, isDuplicate: Bool = false) -> MalformedJSON {
        var cursor = PositionCursor()
        return MalformedJSON(
            reason: reason, octet: octet, position: cursor.position(of: octet, in: octets), isDuplicate: isDuplicate)
    }

    /// Skips white space and returns the next byte without consuming it; `nil` at the end.
    private mutating func next() -> UInt8? {
        while place < octets.count {
            switch octets[place] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): place += 1
            case let octet: return octet
            }
        }
        return nil
    }

    /// The keys of an object so far: most have a few, which are compared faster than they are hashed.
    private struct SeenKeys {
        private var keys: Set<String> = []

        /// Adds a key to those of the entries before it, `nil` if they are not kept; returns whether it is new.
        mutating func insert(_ key: String, after entries: [Members.Element]?) -> Bool {
            if let entries {
                if entries.count < 16 { return !entries.contains { $0.key == key } }
                if keys.isEmpty { keys = Set(entries.map { $0.key }) }
            }
            return keys.insert(key).inserted
        }
    }

    private mutating func value(inside depth: Int) throws(MalformedJSON) -> JSONValue {
        let first = next()
        values += 1
        guard values <= mostValues else {
            let whole = large.map { "a part of '\($0.path.joined(separator: "."))' has" }
            throw tooLarge("\(whole ?? "it has") more than \(mostValues) values")
        }
        guard places != nil else { return try content(beginningWith: first, inside: depth) }
        // The places of the parts are collected in `places`, and those around the value wait here.
        var other: Places? = Places(cursor.position(of: place, in: octets))
        swap(&other, &places)
        let value = try content(beginningWith: first, inside: depth)
        swap(&other, &places)
        if let other { places?.parts.append(other) }
        return value
    }

    private mutating func content(
        beginningWith first: UInt8?, inside depth: Int
    ) throws(MalformedJSON) -> JSONValue {
        switch first {
        case UInt8(ascii: "{"):
            var entries: [Members.Element] = []
            var keys = SeenKeys()
            let take = isLarge(at: depth) ? large?.take : nil
            try each(until: UInt8(ascii: "}"), inside: depth) { reader throws(MalformedJSON) in
                if take != nil { try reader.beginPart() }
                guard reader.next() == UInt8(ascii: "\"") else { throw reader.expected("a key") }
                let start = reader.place
                if reader.places != nil {
                    reader.places?.keys.append(reader.cursor.position(of: start, in: reader.octets))
                }
                let key = try reader.text()
                guard reader.next() == UInt8(ascii: ":") else { throw reader.expected("':'") }
                reader.place += 1
                let isOnPath = reader.leads(key, at: depth)
                if isOnPath { reader.matched += 1 }
                let value = try reader.value(inside: depth + 1)
                if isOnPath { reader.matched -= 1 }
                if keys.insert(key, after: take == nil ? entries : nil) {
                    if let take { take(key, value) } else { entries.append((key, value)) }
                } else if reader.strictness == .document {
                    throw reader.malformed("'\(key)' is given more than once", at: start, isDuplicate: true)
                }
            }
            return .object(Members(uniqueKeysWithValues: entries))
        case UInt8(ascii: "["):
            var values: [JSONValue] = []
            let take = isLarge(at: depth) ? large?.take : nil
            try each(until: UInt8(ascii: "]"), inside: depth) { reader throws(MalformedJSON) in
                if take != nil { try reader.beginPart() }
                let value = try reader.value(inside: depth + 1)
                if let take { take("", value) } else { values.append(value) }
            }
            return .array(values)
        case UInt8(ascii: "\""): return .string(try text())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    // MARK: - The large member

    /// Returns whether the value at a depth is the large member.
    private func isLarge(at depth: Int) -> Bool { large.map { matched == depth && depth == $0.path.count } ?? false }

    /// Returns whether a key of the object at a depth is the next one on the path to the large member.
    private func leads(_ key: String, at depth: Int) -> Bool {
        large.map { matched == depth && depth < $0.path.count && $0.path[depth] == key } ?? false
    }

    private mutating func beginPart() throws(MalformedJSON) {
        guard let large else { return }
        (parts, values) = (parts + 1, 0)
        guard parts <= large.most else {
            throw tooLarge("'\(large.path.joined(separator: "."))' has more than \(large.most) parts")
        }
    }

    private func tooLarge(_ reason: String) -> MalformedJSON {
        var error = malformed(reason, at: place)
        error.isOfLimit = true
        return error
    }

    /// Reads the members of an object or an array, including its brackets.
    private mutating func each(
        until end: UInt8, inside depth: Int, _ take: (inout JSONReader) throws(MalformedJSON) -> Void
    ) throws(MalformedJSON) {
        guard depth < mostNested else { throw malformed("nested deeper than \(mostNested) levels", at: place) }
        place += 1
        if next() == end {
            place += 1
            return
        }
        while true {
            try take(&self)
            var octet = next()
            let hasComma = octet == UInt8(ascii: ",")
            if hasComma {
                place += 1
                octet = next()
            }
            switch (octet, hasComma) {
            case (end, false):
                place += 1
                return
            case (end, true): throw expected("another member")
            case (_, true): continue
            default: throw expected("',' or a closing bracket")
            }
        }
    }

    private mutating func word(
        _ word: StaticString, _ value: JSONValue
    ) throws(MalformedJSON) -> JSONValue {
        let letters = UnsafeRawBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard octets[place...].starts(with: letters) else { throw expected("a value") }
        place += letters.count
        return value
    }

    // MARK: - Numbers

    private mutating func digits() -> Int {
        let start = place
        while place < octets.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octets[place]) { place += 1 }
        return place - start
    }

    mutating func take(_ octet: UInt8) -> Bool {
        guard place < octets.count, octets[place] == octet else { return false }
        place += 1
        return true
    }

    private mutating func number() throws(MalformedJSON) -> JSONValue {
        let start = place
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")), digits() == 0 { throw expected("a value") }
        var isWhole = true
        if take(UInt8(ascii: ".")) {
            isWhole = false
            if digits() == 0 { throw expected("a digit") }
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isWhole = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            if digits() == 0 { throw expected("a digit") }
        }
        let text = String(decoding: octets[start..<place], as: UTF8.self)
        if isWhole, let number = Int64(text) { return .integer(number) }
        guard let number = Double(text), number.isFinite else {
            throw malformed("the number is too large", at: start)
        }
        return Int64(exactly: number).map { .integer($0) } ?? .number(number)
    }
}
