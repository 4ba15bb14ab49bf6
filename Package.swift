// swift-tools-version: 6.2
import PackageDescription

// The targets stand roughly in the order of their dependencies, which is also the order of one silent exchange.
// docs/ARCHITECTURE.md describes the exchange, and Tests/ArchitectureTests compares this manifest with that document.

/// The products of other packages, each with its purpose.
enum Library {
    /// HTTP requests and responses as values, for calls in process and over sockets.
    static let http: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
    /// Dictionaries whose copies share memory, and a priority queue, for worlds in memory with many readers.
    static let sharedTrees: Target.Dependency = .product(name: "HashTreeCollections", package: "swift-collections")
    static let heap: Target.Dependency = .product(name: "HeapModule", package: "swift-collections")
    /// SQLite, for durable state that several processes share.
    static let sqlite: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
    /// Reads the YAML of profiles, with the line and column of every node.
    static let yaml: Target.Dependency = .product(name: "Yams", package: "Yams")
    /// Templates with automatic escaping, for the HTML pages of the providers and the service.
    static let mustache: Target.Dependency = .product(name: "Mustache", package: "swift-mustache")
    /// The HTTP/1 server with limits.
    ///
    /// Only the core is used, without the router and without package traits. The routes are in this package's own
    /// tables, the server has no configuration files. Its responses must not have a `Date` header of the real time.
    static let server: Target.Dependency = .product(name: "HummingbirdCore", package: "hummingbird")
    /// TLS for the server, and the types of its configuration.
    static let serverTLS: Target.Dependency = .product(name: "HummingbirdTLS", package: "hummingbird")
    static let tls: Target.Dependency = .product(name: "NIOSSL", package: "swift-nio-ssl")
    /// The server's channels and event loops.
    static let channels: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
    static let http1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
    static let eventLoops: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
    /// Starts services, and stops them in order after a signal.
    static let lifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
    /// Signals as an asynchronous sequence, for `tvsim exec`, which forwards them.
    static let signals: Target.Dependency = .product(name: "UnixSignals", package: "swift-service-lifecycle")
    /// The server's own log, which goes to standard error.
    static let log: Target.Dependency = .product(name: "Logging", package: "swift-log")
    /// Parses the command line, and generates help and completions.
    static let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
}

let package = Package(
    name: "tvsim",
    platforms: [.macOS(.v15)],
    products: [
        // World contains the world for a process that imports only the framework.
        .library(name: "VideoSubscriberAccount", targets: ["VideoSubscriberAccount", "TVSimWorld"]),
        .library(name: "UIKit", targets: ["UIKit"]),
        // World contains the world of the process's device. EntitlementHTTP connects to a running server.
        .library(name: "AccessEnabler", targets: ["AccessEnabler", "TVSimWorld", "TVSimEntitlementHTTP"]),
        .library(name: "TVSimulator", targets: ["TVSimulator", "TVSimWorld"]),
        // A program that opens a device of the command line, by `TVSIM_DEVICE`, links it beside a framework.
        .library(name: "TVSimulatorDeviceFiles", targets: ["TVSimStateSQLite"]),
        // Users' tests link this product beside the products that they test.
        .library(name: "TVSimulatorTesting", targets: ["TVSimulatorTesting", "TVSimulator", "TVSimWorld"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.3.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        // The C library and the differences of systems.
        .target(name: "TVSimPlatform"),
        // What knows nothing of television, and the values that everything else is made of.
        .target(
            name: "TVSimStateStorage",
            dependencies: [
                "TVSimPlatform",
                "TVSimStructuredText", Library.sharedTrees, Library.heap,
            ]),
        // Devices in files. Programs link it, and tests of users do not, so that they compile no SQLite library.
        .target(name: "CTVSimDeviceFilesHook"),
        .target(
            name: "TVSimStateSQLite",
            dependencies: [
                "CTVSimDeviceFilesHook", "TVSimPlatform", "TVSimStateStorage", "TVSimStructuredText", Library.sqlite,
            ]),
        // Stores that several servers share. Only the programs contain it, and it loads libpq at run time.
        .target(
            name: "TVSimStatePostgreSQL", dependencies: ["TVSimPlatform", "TVSimStateStorage", "TVSimStructuredText"]),
        .target(name: "TVSimStructuredText", dependencies: ["TVSimPlatform"]),
        .systemLibrary(
            name: "CTVSimOpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        // The only module that calls OpenSSL.
        .target(name: "TVSimCryptography", dependencies: ["TVSimPlatform", "CTVSimOpenSSL"]),
        // The cookbook's situations with the outcomes that the documents allow, independent of what they judge.
        .target(name: "TVSimSituations", dependencies: ["TVSimStructuredText"]),
        .target(
            name: "TVSimCore",
            dependencies: [
                "TVSimPlatform", "TVSimCryptography", "TVSimStructuredText", "TVSimStateStorage",
            ]),
        .systemLibrary(
            name: "CTVSimLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
        // DEFLATE, the compression of SAML messages in URLs.
        .systemLibrary(name: "CTVSimZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .target(name: "TVSimXMLSecurity", dependencies: ["CTVSimLibXML2", "TVSimCryptography"]),
        .target(name: "TVSimEntitlementAPI", dependencies: ["TVSimStructuredText", Library.http]),
        // A report as a value, and its forms. It knows nothing of the simulation.
        .target(
            name: "TVSimReports", dependencies: ["TVSimStructuredText", "TVSimXMLSecurity", "TVSimCryptography"]),

        // The device and the messages.
        .target(name: "CTVSimProcessWorld"),
        // Each tells a process at its start which function of the module that needs it to call.
        .target(name: "CTVSimWorldHook", dependencies: ["CTVSimProcessWorld"]),
        .target(name: "CTVSimNetworkHook", dependencies: ["CTVSimProcessWorld"]),
        .target(name: "CTVSimTestHook", dependencies: ["CTVSimProcessWorld"]),
        // What a device and a provider say to each other, so that neither depends on the other.
        .target(name: "TVSimProviderMessages", dependencies: ["TVSimStateStorage"]),
        .target(
            name: "TVSimDevice",
            dependencies: [
                "CTVSimProcessWorld", "TVSimProviderMessages", "TVSimCore", "TVSimStructuredText", "TVSimStateStorage",
            ]),
        .target(name: "TVSimSAML", dependencies: ["TVSimStructuredText", "TVSimXMLSecurity", "CTVSimZlib"]),

        // The three parties, which do not depend on each other.
        .target(
            name: "VideoSubscriberAccount",
            dependencies: [
                "TVSimDevice", "TVSimProviderMessages", "TVSimCore", "TVSimSAML", "TVSimStructuredText",
            ]),
        .target(name: "UIKit", dependencies: ["VideoSubscriberAccount"]),
        .target(
            name: "TVSimIdentityProvider",
            dependencies: [
                "TVSimCryptography", "TVSimStructuredText", "TVSimProviderMessages", "TVSimSAML", "TVSimXMLSecurity",
                "TVSimCore",
                "TVSimStateStorage", Library.http, Library.mustache,
            ],
            exclude: ["Keys/make-keys.sh"]),
        .target(
            name: "TVSimEntitlementService",
            dependencies: [
                "TVSimEntitlementAPI", "TVSimStructuredText", "TVSimSAML", "TVSimXMLSecurity", "TVSimCore",
                "TVSimStateStorage",
                "TVSimCryptography", Library.http, Library.mustache,
            ]),

        // The words of the entitlement SDK, for what reads and writes them without the SDK.
        .target(
            name: "TVSimSDKVocabulary", dependencies: ["TVSimEntitlementAPI", "TVSimCore", "TVSimStructuredText"]),
        // The app's side: the silent exchange and the entitlement SDK that uses it. The bridge does not declare the
        // device: it learns about the account from Apple's framework alone.
        .target(
            name: "TVSimSSOBridge",
            dependencies: [
                "TVSimSDKVocabulary", "VideoSubscriberAccount", "TVSimEntitlementAPI", "TVSimStructuredText",
                "TVSimCore", "TVSimCryptography",
            ]),
        .target(
            name: "AccessEnabler",
            dependencies: [
                "CTVSimProcessWorld", "TVSimSDKVocabulary", "TVSimSSOBridge", "VideoSubscriberAccount",
                "TVSimEntitlementAPI", "TVSimStructuredText", "TVSimDevice", "TVSimCore", "TVSimCryptography",
            ]),
        // The HTTP transport of apps to a running server. The command line does not load it.
        .target(
            name: "TVSimEntitlementHTTP",
            dependencies: ["CTVSimNetworkHook", "TVSimEntitlementAPI", Library.http, "TVSimStructuredText"]),

        // The place in a program for its build.
        .target(name: "CTVSimBuild"),
        // The world of all three parties, and its commands, listings, saved devices and scenarios.
        .target(
            name: "TVSimWorld",
            dependencies: [
                "CTVSimBuild", "CTVSimWorldHook",
                "TVSimStructuredText", "TVSimSDKVocabulary", "VideoSubscriberAccount", "TVSimIdentityProvider",
                "TVSimEntitlementService", "TVSimEntitlementAPI", "TVSimDevice", "TVSimProviderMessages", "TVSimSAML",
                "TVSimXMLSecurity", "TVSimCore", "TVSimStateStorage", "TVSimSituations",
                Library.http,
            ]),
        // The vendors' rules about apps, and the judge of what worlds have seen.
        .target(
            name: "TVSimRules",
            dependencies: [
                "TVSimReports", "TVSimWorld", "TVSimStructuredText", "VideoSubscriberAccount", "TVSimDevice",
                "TVSimStateStorage",
                "TVSimEntitlementService", "TVSimEntitlementAPI", "TVSimCore", Library.http,
            ]),
        // Profiles, expectations and reports, as programs read and write them.
        .target(
            name: "TVSimScenario",
            dependencies: [
                "TVSimReports", "TVSimWorld", "TVSimStructuredText", "TVSimSDKVocabulary", "TVSimIdentityProvider",
                "TVSimProviderMessages", "TVSimEntitlementService", "TVSimEntitlementAPI", "TVSimDevice", "TVSimSAML",
                "TVSimCore", "TVSimSituations", "TVSimStateStorage", Library.http, Library.mustache, Library.yaml,
            ]),
        // What runs the entitlement SDK. The server and the recordings do not need it.
        .target(
            name: "TVSimRuns",
            dependencies: [
                "TVSimReports", "TVSimScenario", "TVSimWorld", "TVSimStructuredText", "AccessEnabler",
                "TVSimSDKVocabulary", "TVSimSSOBridge", "VideoSubscriberAccount", "TVSimIdentityProvider",
                "TVSimProviderMessages", "TVSimEntitlementService", "TVSimEntitlementAPI", "TVSimDevice", "TVSimSAML",
                "TVSimCore", "TVSimSituations", "TVSimStateStorage", Library.http,
            ]),
        // Random flows against the rules of the documents.
        .target(
            name: "TVSimExploration",
            dependencies: [
                "TVSimRuns", "TVSimSDKVocabulary", "TVSimWorld", "TVSimScenario", "TVSimEntitlementService",
                "TVSimEntitlementAPI",
                "TVSimIdentityProvider", "TVSimStructuredText", "TVSimProviderMessages", "TVSimDevice", "TVSimCore",
                "TVSimStateStorage",
            ]),
        // The API for tests.
        .target(
            name: "TVSimulator",
            dependencies: [
                "TVSimRules", "TVSimScenario", "TVSimWorld", "VideoSubscriberAccount", "TVSimEntitlementAPI",
                "TVSimIdentityProvider", "TVSimDevice", "TVSimSAML", "TVSimCore", "TVSimStructuredText",
                "TVSimStateStorage",
            ]),
        // Helpers for users' own tests with Swift Testing and XCTest.
        .target(
            name: "TVSimulatorTesting",
            dependencies: [
                "TVSimRuns", "TVSimStateStorage", "CTVSimTestHook",
                "TVSimWorld", "TVSimEntitlementAPI", "TVSimExploration", "TVSimRules", "TVSimScenario", "TVSimDevice",
                "TVSimCore", "TVSimStructuredText", "TVSimSituations", "TVSimulator", "AccessEnabler",
                "VideoSubscriberAccount", Library.http,
            ]),
        // The edge cases of single sign-on, with their files and expected verdicts.
        .target(
            name: "TVSimFixtures",
            dependencies: [
                "TVSimRuns", "TVSimReports", "TVSimStructuredText", "TVSimScenario", "TVSimWorld",
                "TVSimIdentityProvider",
                "TVSimEntitlementService",
                "TVSimEntitlementAPI", "TVSimSAML", "TVSimXMLSecurity", "TVSimCore", "TVSimStateStorage",
                "TVSimCryptography",
                Library.http,
            ]),
        // Recorded traffic of the real service, compared with the simulator.
        .target(
            name: "TVSimRecordings",
            dependencies: [
                "TVSimScenario", "TVSimWorld", "TVSimIdentityProvider", "TVSimEntitlementService",
                "TVSimEntitlementAPI",
                "TVSimDevice", "TVSimStructuredText", "TVSimProviderMessages", "TVSimRules", "TVSimSAML", "TVSimCore",
                Library.http,
            ]),
        .executableTarget(
            name: "tvsim",
            dependencies: [
                "TVSimRuns", "TVSimPlatform", "TVSimStateSQLite",
                "TVSimReports", "TVSimScenario", "TVSimWorld", "TVSimExploration", "TVSimRecordings", "TVSimRules",
                "TVSimEntitlementService",
                "TVSimStateStorage", "TVSimStatePostgreSQL", "TVSimSDKVocabulary", "TVSimSSOBridge",
                "TVSimEntitlementAPI", "TVSimCore", "TVSimFixtures",
                "TVSimIdentityProvider", "TVSimStructuredText", "TVSimProviderMessages", "TVSimSAML", "TVSimDevice",
                "TVSimSituations", "TVSimXMLSecurity",
                Library.arguments,
            ]),

        // The page, which the C compiler embeds at once. SwiftPM would make array literals, which compile slowly.
        .target(name: "CTVSimAdminPage", exclude: ["Files", "LICENSE-preact.txt"]),
        // The HTTP server, a separate program so that short commands do not load it.
        .target(
            name: "TVSimServer",
            dependencies: [
                "TVSimPlatform",
                "CTVSimAdminPage", "TVSimScenario", "TVSimWorld", "VideoSubscriberAccount", "TVSimDevice",
                "TVSimIdentityProvider", "TVSimEntitlementService", "TVSimEntitlementAPI", "TVSimSAML",
                "TVSimStructuredText",
                "TVSimProviderMessages", "TVSimCore", "TVSimRules", "TVSimSituations", "TVSimStateStorage",
                "TVSimCryptography",
                Library.server, Library.serverTLS, Library.tls, Library.channels, Library.http1, Library.eventLoops,
                Library.lifecycle, Library.log, Library.http,
            ]),
        // Tests a party of the user's own. Only the server's program contains it, because it needs an HTTP client.
        .target(
            name: "TVSimLiveParty",
            dependencies: [
                "TVSimServer", "TVSimFixtures", "TVSimReports", "TVSimScenario", "TVSimWorld", "TVSimEntitlementAPI",
                "TVSimSAML", "TVSimXMLSecurity", "TVSimCore", "TVSimStateStorage", "TVSimStructuredText",
                "TVSimCryptography", "TVSimPlatform", Library.http,
            ]),
        .executableTarget(
            name: "tvsim-server",
            dependencies: [
                "TVSimLiveParty", "TVSimRuns", "TVSimPlatform", "TVSimStateSQLite",
                "TVSimReports", "TVSimScenario", "TVSimWorld", "TVSimCore", "TVSimStructuredText", "TVSimRules",
                "TVSimDevice",
                "TVSimServer", "TVSimEntitlementAPI", "TVSimStateStorage", "TVSimStatePostgreSQL", Library.lifecycle,
                Library.signals, Library.log,
            ]),

        // An app that contains nothing about a simulator. A tutorial describes it.
        .executableTarget(
            name: "StreamApp",
            dependencies: [
                "AccessEnabler", "VideoSubscriberAccount", "TVSimWorld", "TVSimEntitlementHTTP", "TVSimStateSQLite",
            ],
            path: "Examples/StreamApp", swiftSettings: [.swiftLanguageMode(.v5)]),
        // The package of the first tutorial, as the reader writes it.
        .target(
            name: "Player", dependencies: ["VideoSubscriberAccount"], path: "Examples/Player/Sources/Player",
            swiftSettings: [.swiftLanguageMode(.v6)]),

        // A client of REST API V2, and its tests, as a how-to describes them.
        .target(
            name: "PassClient", path: "Examples/PassClient/Sources/PassClient", swiftSettings: [.swiftLanguageMode(.v6)]
        ),

        // One file for apps in the Simulator, which asks Apple's framework or a server. Here the framework is tvsim's.
        .target(
            name: "AppAccount", dependencies: ["VideoSubscriberAccount", "UIKit"], path: "Examples/ios-simulator",
            swiftSettings: [.swiftLanguageMode(.v5)]),

        // Tests, in the order of the modules.
        .target(
            name: "TestSupport", dependencies: ["TVSimStateSQLite", "TVSimStructuredText"], path: "Tests/TestSupport",
            exclude: ["Keys/make-keys.sh"]),
        .executableTarget(
            name: "StatusClient", dependencies: ["VideoSubscriberAccount", "TVSimWorld", "TVSimStateSQLite"],
            path: "Tests/Clients/StatusClient"),
        // Apps as for a real device. Tests check that they compile unchanged in both language modes.
        .target(
            name: "CompletionHandlerApp", dependencies: ["VideoSubscriberAccount"],
            path: "Tests/Clients/CompletionHandlerApp", swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(
            name: "MockingApp", dependencies: ["VideoSubscriberAccount"], path: "Tests/Clients/MockingApp",
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(
            name: "AsyncApp", dependencies: ["VideoSubscriberAccount"], path: "Tests/Clients/AsyncApp",
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .testTarget(
            name: "AccessEnablerTests",
            dependencies: [
                "TVSimRuns", "TVSimScenario", "TVSimWorld", "TVSimStructuredText", "AccessEnabler", "TVSimulator",
                "VideoSubscriberAccount", "TVSimEntitlementAPI", "TVSimSDKVocabulary", "TVSimSSOBridge",
                "TVSimDevice", "TVSimCore", "TVSimStateStorage", "TestSupport", Library.http,
            ], exclude: ["Surface"]),
        .testTarget(name: "StructuredTextTests", dependencies: ["TVSimStructuredText"]),
        .testTarget(name: "CryptographyTests", dependencies: ["TVSimCryptography", "TestSupport"]),
        .testTarget(
            name: "StateStorageTests",
            dependencies: [
                "TVSimStateStorage", "TVSimStateSQLite", "TVSimStatePostgreSQL", "TestSupport", Library.sqlite,
            ]),
        .testTarget(
            name: "CoreTests",
            dependencies: ["TVSimStateSQLite", "TVSimStructuredText", "TVSimCore", "TVSimStateStorage"]),
        .testTarget(
            name: "XMLSecurityTests",
            dependencies: ["TVSimXMLSecurity", "TestSupport", "TVSimCryptography"]),
        .testTarget(
            name: "SAMLTests", dependencies: ["TVSimStructuredText", "TVSimSAML", "TVSimXMLSecurity", "TestSupport"],
            exclude: ["Attacks"]),
        .testTarget(
            name: "ReportsTests", dependencies: ["TVSimReports", "TestSupport"],
            exclude: ["Snapshots"]),
        .testTarget(
            name: "EntitlementAPITests",
            dependencies: ["TVSimStructuredText", "TVSimEntitlementAPI", Library.http]),
        .testTarget(
            name: "EntitlementServiceTests",
            dependencies: [
                "TVSimIdentityProvider", "TVSimProviderMessages", "TVSimStructuredText", "TVSimEntitlementService",
                "TestSupport",
                "TVSimEntitlementAPI", "TVSimRecordings", "TVSimSAML", "TVSimXMLSecurity", "TVSimCore",
                "TVSimStateStorage", "tvsim",
                "tvsim-server", "TVSimCryptography", Library.http,
            ]),
        .testTarget(
            name: "VideoSubscriberAccountTests",
            dependencies: [
                "TVSimStateSQLite",
                "VideoSubscriberAccount", "TVSimProviderMessages", "TVSimDevice", "TVSimCore", "TVSimSAML",
                "TVSimStateStorage", "TVSimStructuredText", "CompletionHandlerApp", "MockingApp", "AsyncApp",
                "TestSupport",
            ], exclude: ["Surface"]),
        .testTarget(
            name: "TVSimulatorTests",
            dependencies: [
                "TVSimRuns", "TVSimCryptography", "TVSimSDKVocabulary", "TVSimScenario", "TVSimWorld",
                "TVSimStructuredText",
                "TVSimulator",
                "AccessEnabler", "VideoSubscriberAccount", "TVSimDevice", "TVSimCore", "TestSupport",
                "AsyncApp", "TVSimEntitlementAPI", "TVSimEntitlementService", "TVSimIdentityProvider",
                "TVSimProviderMessages", "TVSimSAML",
                "TVSimXMLSecurity", "TVSimSituations", "TVSimStateStorage", Library.http,
                Library.mustache,
            ], exclude: ["StoredJournals"]),
        .testTarget(
            name: "TVSimulatorTestingTests",
            dependencies: [
                "TVSimRuns", "TVSimCore",
                "TVSimWorld", "TVSimStructuredText", "TVSimulatorTesting", "TVSimulator", "AccessEnabler",
                "VideoSubscriberAccount", "TVSimEntitlementService", "TVSimIdentityProvider", "TVSimProviderMessages",
                "TVSimScenario",
                "TVSimDevice", "AppAccount", "TestSupport", "UIKit", "TVSimEntitlementAPI", "TVSimRules", Library.http,
            ]),
        .testTarget(
            name: "PlayerTests", dependencies: ["Player", "TVSimulatorTesting"],
            path: "Examples/Player/Tests/PlayerTests", swiftSettings: [.swiftLanguageMode(.v6)]),
        .testTarget(
            name: "PassClientTests", dependencies: ["PassClient", "TVSimulatorTesting"],
            path: "Examples/PassClient/Tests/PassClientTests", swiftSettings: [.swiftLanguageMode(.v6)]),
        .testTarget(
            name: "ScenarioTests",
            dependencies: [
                "TVSimPlatform", "TVSimReports", "TVSimWorld", "TVSimScenario", "TVSimSDKVocabulary",
                "TVSimStructuredText", "TVSimulator", "TVSimEntitlementAPI", "TVSimEntitlementService",
                "TVSimIdentityProvider", "TVSimProviderMessages", "TVSimSAML", "TVSimDevice", "TVSimCore",
                "TVSimStateStorage", "TestSupport", Library.http,
            ]),
        .testTarget(
            name: "RunsTests",
            dependencies: [
                "TVSimReports", "TVSimIdentityProvider", "AccessEnabler", "TVSimWorld", "TVSimScenario", "TVSimRuns",
                "TVSimSituations",
                "TVSimSDKVocabulary", "VideoSubscriberAccount", "TVSimStructuredText", "TVSimEntitlementAPI",
                "TVSimEntitlementService", "TVSimDevice", "TVSimCore", "TVSimStateStorage", "TestSupport", Library.http,
            ]),
        .testTarget(
            name: "RecordingsTests",
            dependencies: [
                "TVSimEntitlementService", "TVSimStructuredText", "TVSimIdentityProvider", "TVSimProviderMessages",
                "TVSimRecordings",
                "TVSimRules", "TVSimScenario", "TVSimWorld", "TestSupport", Library.http,
            ]),
        .testTarget(
            name: "ExplorationTests",
            dependencies: [
                "TVSimRuns", "TVSimSDKVocabulary", "TVSimWorld", "TVSimExploration", "TVSimStructuredText",
                "TVSimScenario",
                "TVSimDevice",
                "TVSimCore", "TestSupport", "TVSimIdentityProvider", "TVSimProviderMessages",
            ]),
        .testTarget(
            name: "RulesTests",
            dependencies: [
                "TVSimRuns", "TVSimReports", "TVSimWorld", "TVSimEntitlementAPI", "TVSimEntitlementService",
                "TVSimRecordings", "TVSimRules", "TVSimSDKVocabulary",
                "TVSimScenario",
                "TVSimDevice", "TVSimCore", "TVSimStateStorage", "TVSimStructuredText", "TestSupport",
                "VideoSubscriberAccount", Library.http,
            ],
            exclude: ["Headings"]),
        .testTarget(
            name: "FixturesTests",
            dependencies: [
                "TVSimCryptography", "TVSimXMLSecurity", "TVSimFixtures", "TVSimSAML", "TestSupport", "tvsim",
            ]),
        .testTarget(
            name: "LivePartyTests",
            dependencies: [
                "TVSimLiveParty", "TVSimFixtures", "TVSimReports", "TVSimWorld", "TVSimEntitlementAPI", "TVSimSAML",
                "TVSimStructuredText", Library.http,
            ]),
        .testTarget(
            name: "ServerTests",
            dependencies: [
                "TVSimRuns", "TVSimStateSQLite",
                "TVSimScenario", "TVSimWorld", "TVSimStructuredText", "VideoSubscriberAccount", "TVSimDevice",
                "TVSimServer", "TVSimEntitlementService", "TVSimEntitlementAPI", "TVSimSAML", "TVSimXMLSecurity",
                "TVSimCryptography",
                "TVSimCore", "TVSimStateStorage", "TestSupport", Library.lifecycle, Library.log, Library.http,
                Library.channels,
            ]),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "TVSimRuns", "TVSimReports", "TVSimStateSQLite",
                "TVSimStateStorage", "TVSimWorld", "TVSimEntitlementService", "tvsim", "tvsim-server", "TVSimSAML",
                "TVSimStructuredText", "TVSimXMLSecurity", "TestSupport", Library.arguments,
            ],
            exclude: ["Clients", "Completion", "Snapshots"]),
        .testTarget(
            name: "IntegrationTests",
            dependencies: ["tvsim", "tvsim-server", "TestSupport"],
            exclude: ["Scripts"]),
        .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)

// The prefix keeps the names of the modules apart from those of the packages beside this one. A folder has the
// name of its module without it.
for target in package.targets where target.path == nil && target.type != .test {
    let name = target.name
    if name.hasPrefix("CTVSim") {
        target.path = "Sources/C\(name.dropFirst(6))"
    } else if name.hasPrefix("TVSim"), !name.hasPrefix("TVSimulator") {
        target.path = "Sources/\(name.dropFirst(5))"
    }
}

// The apps of the tests keep their own settings, because they must compile as apps do.
for target in package.targets where target.type != .system && target.swiftSettings == nil {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
    ]
    // Clients must see a module from before Swift 6, as Apple's framework is one. The compiler then adds checks to
    // their closures that they run on their actor. The module itself is still checked completely.
    if target.name == "VideoSubscriberAccount" {
        target.swiftSettings? += [.swiftLanguageMode(.v5), .enableUpcomingFeature("StrictConcurrency")]
    }
}

// `make sanitize` builds only these tests, because it must build all their dependencies again.
if let named = Context.environment["TVSIM_TEST_TARGETS"]?.split(separator: ",") {
    package.targets.removeAll { $0.type == .test && !named.contains(Substring($0.name)) }
}
