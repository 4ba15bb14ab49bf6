/// A request's target that is a whole address, as clients send it to proxies (RFC 9112 § 3.2.2).
///
/// Octet by octet, as every target: in a text's characters a mark that combines would make another one of the slash before
/// it.
struct AbsoluteTarget: Hashable, Sendable {
    /// In small letters.
    let scheme: String
    /// For whom the request is, whatever its header `Host` says.
    let authority: String
    /// What it asks there: the path and the query; a fragment is nobody's.
    let target: String

    /// Takes a target apart; `nil`: it is of another form.
    init?(_ text: String) {
        let octets = text.utf8
        // As nearly all: a path.
        guard octets.first != UInt8(ascii: "/"), let colon = octets.firstIndex(of: UInt8(ascii: ":")),
            colon != octets.startIndex,
            octets[..<colon].allSatisfy(Self.isLetter), octets[colon...].starts(with: "://".utf8)
        else { return nil }
        let start = octets.index(colon, offsetBy: 3)
        let end = octets[start...].firstIndex { "/?#".utf8.contains($0) } ?? octets.endIndex
        let rest = octets[end...].prefix { $0 != UInt8(ascii: "#") }
        scheme = text[..<colon].lowercased()
        authority = String(text[start..<end])
        target = (rest.first == UInt8(ascii: "/") ? "" : "/") + String(text[end..<rest.endIndex])
    }

    /// What no server may take; `nil`: it is an address that a server of HTTP can have (RFC 9110 § 4.2).
    var trouble: String? {
        if scheme != "http" && scheme != "https" { return "is no address of HTTP" }
        if authority.isEmpty { return "names no host" }
        return authority.utf8.contains(UInt8(ascii: "@")) ? "has a user's name before its host" : nil
    }

    private static func isLetter(_ octet: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(octet | 0x20)
    }
}
