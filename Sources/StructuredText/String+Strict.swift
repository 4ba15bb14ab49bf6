extension String {
    /// Decodes UTF-8; `nil` if it is malformed.
    ///
    /// Most texts are short and ASCII. The validating initializer looks up generic types for each of them, which takes
    /// longer than everything else that is done with a member of a message.
    package init?(strict octets: UnsafeRawBufferPointer) {
        guard octets.allSatisfy({ $0 < 0x80 }) else {
            self.init(validating: octets, as: UTF8.self)
            return
        }
        self.init(decoding: octets, as: UTF8.self)
    }
}
