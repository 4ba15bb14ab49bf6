import TVSimDevice
import TVSimStructuredText

extension DeviceSettings.Platform {
    /// The values of `osName` for the platform; `nil` if the header's page has none.
    var operatingSystems: [String]? {
        switch self {
        case .iOS: ["iOS"]
        // iPadOS is what Adobe's snippet sends on an iPad.
        case .iPadOS: ["iOS", "iPadOS"]
        case .tvOS: ["tvOS"]
        case .macOS: ["Mac OS", "OS X"]
        case .visionOS: nil
        }
    }
}

extension Install {
    /// Whether it is the app that uses Apple's framework: with several devices in a world, the one that sends its status.
    var isOfFramework: Bool {
        devicesOfWorld <= 1 || requests.contains { $0.request?.header("AP-Partner-Framework-Status") != nil }
    }

    /// Whether it says in X-Device-Info that it runs on one of Apple's platforms.
    var namesApple: Bool {
        let names = Set(DeviceSettings.Platform.allCases.flatMap { $0.operatingSystems ?? [] })
        return requests.contains { moment in
            guard case .object(let members)? = moment.request?.header("X-Device-Info")?.value else { return false }
            return members["osName"]?.string.map(names.contains) ?? false
        }
    }
}

/// The keys of `X-Device-Info` whose values the header's page restricts.
enum DeviceValues {
    static let closed: [(key: String, values: Set<String>)] = [
        (
            "primaryHardwareType",
            [
                "Camera", "DataCollectionTerminal", "Desktop", "EmbeddedNetworkModule", "eReader", "GamesConsole",
                "GeolocationTracker", "Glasses", "MediaPlayer", "MobilePhone", "PaymentTerminal", "PluginModem",
                "SetTopBox", "TV", "Tablet", "WirelessHotspot", "Wristwatch", "Unknown",
            ]
        ),
        (
            // iPadOS is what Adobe's snippet sends on an iPad, and Roku what its table of values for Roku has.
            "osName",
            [
                "Android", "Chrome OS", "Linux", "Mac OS", "OS X", "OpenBSD", "Roku OS", "Windows", "iOS", "tvOS",
                "webOS", "iPadOS", "Roku",
            ]
        ),
        (
            "osFamily",
            [
                "Android", "BSD", "Linux", "PlayStation OS", "Roku OS", "Symbian", "Tizen", "Windows", "iOS", "tvOS",
                "macOS", "webOS",
            ]
        ),
        (
            "osVendor",
            [
                "Amazon", "Apple", "Google", "LG", "Microsoft", "Mozilla", "Nintendo", "Nokia", "Roku", "Samsung",
                "Sony", "Tizen Project",
            ]
        ),
        (
            "browserName",
            [
                "Android Browser", "Chrome", "Edge", "Firefox", "Internet Explorer", "Opera", "Safari", "SeaMonkey",
                "Symbian Browser",
            ]
        ),
        (
            "browserVendor",
            [
                "Amazon", "Apple", "Google", "Microsoft", "Motorola", "Mozilla", "Netscape", "Nintendo", "Nokia",
                "Samsung", "Sony Ericsson",
            ]
        ),
        ("connectionSecure", ["true", "false"]),
    ]
}
