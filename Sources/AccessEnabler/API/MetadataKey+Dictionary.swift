package import TVSimSDKVocabulary
import TVSimStructuredText

// The dictionaries of apps have the vendor's constants.
extension MetadataKey {
    /// Reads the dictionary of an app.
    init(_ dictionary: [AnyHashable: Any]) {
        // The vendor's constant is not published: apps use two spellings.
        let number = dictionary[METADATA_OPCODE_KEY] ?? dictionary["opCode"]
        self =
            switch AppValue.integer(number) {
            case Int(METADATA_AUTHENTICATION): .authentication
            case Int(METADATA_AUTHORIZATION):
                .authorization(resource: ResourceID(dictionary[METADATA_RESOURCE_ID_KEY] as? String))
            case Int(METADATA_DEVICE_ID): .deviceID
            case Int(METADATA_USER_META): .user(dictionary[METADATA_USER_META_KEY] as? String)
            default: .invalid
            }
    }

    /// The dictionary of an app.
    package var dictionary: [AnyHashable: Any] {
        var dictionary: [AnyHashable: Any] = [METADATA_OPCODE_KEY: Int(number)]
        if case .authorization(let resource?) = self { dictionary[METADATA_RESOURCE_ID_KEY] = resource.rawValue }
        if case .user(let name?) = self { dictionary[METADATA_USER_META_KEY] = name }
        return dictionary
    }

    /// The operation's number, and the key of the answer.
    var number: Int32 {
        switch self {
        case .authentication: METADATA_AUTHENTICATION
        case .authorization: METADATA_AUTHORIZATION
        case .deviceID: METADATA_DEVICE_ID
        case .user: METADATA_USER_META
        case .invalid: METADATA_KEY_INVALID
        }
    }
}
