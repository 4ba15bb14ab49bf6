import TVSimXMLSecurity

/// An element of a message before it is serialized: a value that can be changed anywhere.
///
/// It is serialized without insignificant white space, so that clients that collapse white space change nothing.
package struct MessageElement: Sendable, Hashable {
    /// A child of an element.
    package enum Node: Sendable, Hashable {
        /// An element.
        case element(MessageElement)
        /// Text, which is escaped.
        case text(String)
        /// XML that is written unchanged.
        case markup(String)
        /// The signature of the element.
        case signature(String)
    }

    /// An attribute or a namespace declaration.
    package struct Attribute: Sendable, Hashable {
        /// The name with its prefix.
        package var name: String
        /// The value, which is escaped when it is written.
        package var value: String
    }

    /// The name with its prefix.
    package var name: String
    /// The attributes and namespace declarations, in order.
    package var attributes: [Attribute]
    /// The children, in order.
    package var children: [Node]

    /// Creates an element; attributes with the value `nil` are left out.
    package init(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:], _ children: [Node] = []) {
        self.name = name
        self.attributes = attributes.compactMap { name, value in value.map { Attribute(name: name, value: $0) } }
        self.children = children
    }

    /// Creates an element that contains a text.
    package init(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:], text: String) {
        self.init(name, attributes, [.text(text)])
    }

    /// An attribute's value; `nil` if the attribute is missing.
    package subscript(_ attribute: String) -> String? {
        get { attributes.first { $0.name == attribute }?.value }
        set {
            guard let position = attributes.firstIndex(where: { $0.name == attribute }) else {
                if let newValue { attributes.append(Attribute(name: attribute, value: newValue)) }
                return
            }
            if let newValue {
                attributes[position].value = newValue
            } else {
                attributes.remove(at: position)
            }
        }
    }

    /// The element's signature; `nil` if it has none.
    package var signature: String? {
        for case .signature(let text) in children { return text }
        return nil
    }

    /// The namespaces that the element itself declares, by prefix.
    var declarations: [String: String] {
        attributes.reduce(into: [:]) { found, attribute in
            guard attribute.name.hasPrefix("xmlns:") else { return }
            found[String(attribute.name.dropFirst("xmlns:".count))] = attribute.value
        }
    }

    /// The index for the signature: after the issuer, or else first (SAML Core 2.0, 2.3.3 and 3.2.2).
    var signaturePlace: Int {
        position(of: "saml:Issuer").map { $0 + 1 } ?? 0
    }

    /// Returns the index of the first child with a name.
    package func position(of name: String) -> Int? {
        children.firstIndex { if case .element(let child) = $0 { child.name == name } else { false } }
    }

    /// Returns the first child with a name.
    package func child(_ name: String) -> MessageElement? {
        for case .element(let child) in children where child.name == name { return child }
        return nil
    }

    /// Changes the element at the end of a path of child names.
    ///
    /// - Returns: Whether the element exists.
    @discardableResult
    package mutating func edit(_ path: ArraySlice<String>, _ change: (inout MessageElement) -> Void) -> Bool {
        guard let name = path.first else {
            change(&self)
            return true
        }
        guard let position = position(of: name), case .element(var child) = children[position] else { return false }
        let found = child.edit(path.dropFirst(), change)
        children[position] = .element(child)
        return found
    }

    /// The first text or attribute value with a character that XML does not allow; `nil` if all are allowed.
    var unwritableText: String? {
        if let value = attributes.map(\.value).first(where: { !XMLEscaping.canWrite($0) }) { return value }
        for child in children {
            switch child {
            case .element(let element):
                if let found = element.unwritableText { return found }
            case .text(let text):
                if !XMLEscaping.canWrite(text) { return text }
            case .markup, .signature: break
            }
        }
        return nil
    }

    /// The element as XML.
    package var xml: String {
        String(decoding: octets, as: UTF8.self)
    }

    /// The element as XML in UTF-8.
    var octets: [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity(8192)
        write(to: &octets)
        return octets
    }

    fileprivate func write(to octets: inout [UInt8]) {
        octets.append(UInt8(ascii: "<"))
        octets.append(contentsOf: name.utf8)
        for attribute in attributes {
            octets.append(UInt8(ascii: " "))
            octets.append(contentsOf: attribute.name.utf8)
            octets.append(contentsOf: "=\"".utf8)
            octets.append(contentsOf: XMLEscaping.escape(attribute.value).utf8)
            octets.append(UInt8(ascii: "\""))
        }
        octets.append(UInt8(ascii: ">"))
        for child in children { child.write(to: &octets) }
        octets.append(contentsOf: "</".utf8)
        octets.append(contentsOf: name.utf8)
        octets.append(UInt8(ascii: ">"))
    }
}

extension MessageElement.Node {
    fileprivate func write(to octets: inout [UInt8]) {
        switch self {
        case .element(let element): element.write(to: &octets)
        case .text(let content): octets.append(contentsOf: XMLEscaping.escape(content).utf8)
        case .markup(let written), .signature(let written): octets.append(contentsOf: written.utf8)
        }
    }
}
