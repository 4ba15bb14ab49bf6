package import TVSimStructuredText

extension DeviceInformation {
    /// The description of the device in session information: the header's members in the groups of the response.
    ///
    /// Every member is always present, as in the samples of Adobe Pass REST API V2, Retrieve authentication session
    /// information using code. A missing member, or one of another type, is `null`; a number is zero. A number or
    /// Boolean in quotes is accepted.
    package var description: JSONValue {
        .object([
            "type": hardwareType.map(JSONValue.string) ?? .null, "model": text("model"),
            "applicationId": text("applicationId"),
            "version": version("version"),
            "hardware": .object([
                "name": text("model"), "vendor": text("vendor"), "manufacturer": text("manufacturer"),
                "version": version("version"),
            ]),
            "operatingSystem": .object([
                "name": text("osName"), "family": text("osFamily"), "vendor": text("osVendor"),
                "version": version("osVersion"),
            ]),
            "browser": .object([
                "name": text("browserName"), "vendor": text("browserVendor"), "version": version("browserVersion"),
                "userAgent": text("userAgent"), "originalUserAgent": text("userAgent"),
            ]),
            "display": .object([
                "width": number("displayWidth"), "height": number("displayHeight"), "ppi": number("displayPpi"),
                "diagonalSize": diagonal, "name": .null, "vendor": .null, "version": .null,
            ]),
            "connection": .object([
                "ipAddress": text("connectionIp"), "port": text("connectionPort"),
                "secure": .bool(["true", .bool(true)].contains(members["connectionSecure"])),
                "type": text("connectionType"),
            ]),
        ])
    }

    /// Returns a text; a number, such as a port or a version, is converted.
    private func text(_ name: String) -> JSONValue {
        switch members[name] {
        case .string(let text)?: .string(text)
        case .integer(let number)?: .string(String(number))
        case .number(let number)?: .string(String(number))
        default: .null
        }
    }

    private func number(_ name: String) -> JSONValue {
        switch members[name] {
        case .integer(let number)?: .integer(number)
        case .string(let text)?: .integer(Int64(text) ?? 0)
        default: .integer(0)
        }
    }

    private var diagonal: JSONValue {
        switch members["diagonalScreenSize"] {
        case .integer(let number)?: .integer(number)
        case .number(let number)?: .number(number)
        case .string(let text)?: Self.number(text)
        default: .null
        }
    }

    /// Returns the number in a text; `null` for any other text and for infinite numbers, which JSON cannot represent.
    private static func number(_ text: String) -> JSONValue {
        if let number = Int64(text) { return .integer(number) }
        return Double(text).flatMap { $0.isFinite ? .number($0) : nil } ?? .null
    }

    /// Returns the leading numbers of a version, up to three.
    ///
    /// The numbers are separated by periods, or by commas as in the names of Apple's models.
    private func version(_ name: String) -> JSONValue {
        var numbers: [Int64] = []
        for part in text(name).string?.split(whereSeparator: { $0 == "." || $0 == "," }).prefix(3) ?? [] {
            guard let number = Int64(part) else { break }
            numbers.append(number)
        }
        numbers += Array(repeating: 0, count: 3 - numbers.count)
        return .object([
            "major": .integer(numbers[0]), "minor": .integer(numbers[1]), "patch": .integer(numbers[2]),
            "profile": .string(""),
        ])
    }
}
