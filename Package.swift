// swift-tools-version: 6.2
import PackageDescription

// The targets stand roughly in the order of their dependencies, which is also the order of one silent exchange.
// docs/ARCHITECTURE.md describes the exchange, and Tests/ArchitectureTests compares this manifest with that document.

/// The products of other packages, each with its purpose.
enum Library {
    /// HTTP requests and responses as values, for calls in process and over sockets.
    static let http: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
    /// Locks that the thread sanitizer recognizes.
    ///
    /// On Linux it does not recognize the standard library's locks, and reports races that do not exist.
    static let locks: Target.Dependency = .product(name: "NIOConcurrencyHelpers", package: "swift-nio")
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
        // SimulatedWorld contains the world for a process that imports only the framework.
        .library(name: "VideoSubscriberAccount", targets: ["VideoSubscriberAccount", "SimulatedWorld"]),
        .library(name: "UIKit", targets: ["UIKit"]),
        // SimulatedWorld contains the world of the process's device. EntitlementHTTP connects to a running server.
        .library(name: "AccessEnabler", targets: ["AccessEnabler", "SimulatedWorld", "EntitlementHTTP"]),
        .library(name: "TVSimulator", targets: ["TVSimulator", "SimulatedWorld"]),
        // Users' tests link this product beside the products that they test.
        .library(name: "TVSimulatorTesting", targets: ["TVSimulatorTesting", "TVSimulator", "SimulatedWorld"]),
        .executable(name: "tvsim", targets: ["tvsim"]),
        .executable(name: "tvsim-server", targets: ["tvsim-server"]),
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
        // What knows nothing of television, and the values that everything else is made of.
        .target(
            name: "StateStorage",
            dependencies: [
                "StructuredText", Library.sqlite, Library.locks, Library.sharedTrees, Library.heap,
            ]),
        // Stores that several servers share. Only the programs contain it, and it loads libpq at run time.
        .target(name: "StatePostgreSQL", dependencies: ["StateStorage", Library.locks]),
        .target(name: "StructuredText"),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        // The only module that calls OpenSSL.
        .target(name: "Cryptography", dependencies: ["COpenSSL"]),
        // The cookbook's situations with the outcomes that the documents allow, independent of what they judge.
        .target(name: "Situations", dependencies: ["StructuredText"]),
        .target(
            name: "SimulationCore",
            dependencies: ["Cryptography", "StructuredText", "StateStorage", Library.locks]),
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        // DEFLATE, the compression of SAML messages in URLs.
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "XMLSecurity", dependencies: ["CLibXML2", "Cryptography"]),
        .target(name: "EntitlementAPI", dependencies: ["StructuredText", Library.http, Library.locks]),

        // The device and the messages.
        .target(name: "CProcessWorld"),
        // What a device and a provider say to each other, so that neither depends on the other.
        .target(name: "ProviderContract", dependencies: ["StateStorage"]),
        .target(
            name: "SimulatedDevice",
            dependencies: [
                "CProcessWorld", "ProviderContract", "SimulationCore", "StructuredText", "StateStorage",
                Library.locks,
            ]),
        .target(name: "SAML", dependencies: ["StructuredText", "XMLSecurity", "CZlib"]),

        // The three parties, which do not depend on each other.
        .target(
            name: "VideoSubscriberAccount",
            dependencies: [
                "SimulatedDevice", "ProviderContract", "SimulationCore", "SAML", Library.locks,
            ]),
        .target(name: "UIKit", dependencies: ["VideoSubscriberAccount"]),
        .target(
            name: "IdentityProvider",
            dependencies: [
                "Cryptography", "StructuredText", "ProviderContract", "SAML", "XMLSecurity", "SimulationCore",
                "StateStorage", Library.http, Library.mustache, Library.locks,
            ],
            exclude: ["Keys/make-keys.sh"]),
        .target(
            name: "EntitlementService",
            dependencies: [
                "EntitlementAPI", "StructuredText", "SAML", "XMLSecurity", "SimulationCore", "StateStorage",
                "Cryptography", Library.http, Library.locks, Library.mustache,
            ]),

        // The app's side: the silent exchange and the entitlement SDK that uses it. The bridge does not declare the
        // device: it learns about the account from Apple's framework alone.
        .target(
            name: "SSOBridge",
            dependencies: [
                "VideoSubscriberAccount", "EntitlementAPI", "StructuredText", "SimulationCore", "Cryptography",
                Library.locks,
            ]),
        .target(
            name: "AccessEnabler",
            dependencies: [
                "CProcessWorld", "SSOBridge", "VideoSubscriberAccount", "EntitlementAPI", "StructuredText",
                "SimulatedDevice", "SimulationCore", "Cryptography", Library.locks,
            ]),
        // The HTTP transport of apps to a running server. The command line does not load it.
        .target(
            name: "EntitlementHTTP", dependencies: ["CProcessWorld", "EntitlementAPI", Library.http, Library.locks]),

        // The world of all three parties, and its commands, listings, saved devices and scenarios.
        .target(
            name: "SimulatedWorld",
            dependencies: [
                "StructuredText", "AccessEnabler", "SSOBridge", "VideoSubscriberAccount", "IdentityProvider",
                "EntitlementService", "EntitlementAPI", "SimulatedDevice", "ProviderContract", "SAML",
                "XMLSecurity", "SimulationCore", "StateStorage", "CProcessWorld", "Situations", Library.http,
                Library.locks,
            ]),
        // The vendors' rules about apps, and the judge of what worlds have seen.
        .target(
            name: "Rules",
            dependencies: [
                "SimulatedWorld", "StructuredText", "VideoSubscriberAccount", "SimulatedDevice",
                "EntitlementService", "EntitlementAPI", "SimulationCore", Library.http, Library.locks,
            ]),
        .target(
            name: "Scenario",
            dependencies: [
                "SimulatedWorld", "StructuredText", "AccessEnabler", "SSOBridge", "VideoSubscriberAccount",
                "IdentityProvider", "ProviderContract", "EntitlementService", "EntitlementAPI", "SimulatedDevice",
                "SAML", "SimulationCore", "Situations", "StateStorage", "XMLSecurity", Library.http, Library.locks,
                Library.mustache, Library.yaml,
            ]),
        // Random flows against the rules of the documents.
        .target(
            name: "Exploration",
            dependencies: [
                "AccessEnabler", "SimulatedWorld", "Scenario", "EntitlementService", "EntitlementAPI",
                "IdentityProvider", "StructuredText", "ProviderContract", "SimulatedDevice", "SimulationCore",
                "StateStorage",
            ]),
        // The API for tests.
        .target(
            name: "TVSimulator",
            dependencies: [
                "Rules", "Scenario", "SimulatedWorld", "AccessEnabler", "VideoSubscriberAccount", "EntitlementAPI",
                "IdentityProvider", "SimulatedDevice", "SAML", "SimulationCore", "StructuredText", "StateStorage",
            ]),
        // Helpers for users' own tests with Swift Testing and XCTest.
        .target(
            name: "TVSimulatorTesting",
            dependencies: [
                "SimulatedWorld", "EntitlementAPI", "Exploration", "Rules", "Scenario", "SimulatedDevice",
                "SimulationCore", "StructuredText", "Situations", "TVSimulator", "AccessEnabler",
                "VideoSubscriberAccount", Library.http, Library.locks,
            ]),
        // The edge cases of single sign-on, with their files and expected verdicts.
        .target(
            name: "Fixtures",
            dependencies: [
                "StructuredText", "Scenario", "SimulatedWorld", "IdentityProvider", "EntitlementService",
                "EntitlementAPI", "SAML", "XMLSecurity", "SimulationCore", "StateStorage", "Cryptography",
                Library.http,
            ]),
        // Recorded traffic of the real service, compared with the simulator.
        .target(
            name: "Recordings",
            dependencies: [
                "Scenario", "SimulatedWorld", "IdentityProvider", "EntitlementService", "EntitlementAPI",
                "SimulatedDevice", "StructuredText", "ProviderContract", "Rules", "SAML", "SimulationCore",
                Library.http,
            ]),
        .executableTarget(
            name: "tvsim",
            dependencies: [
                "Scenario", "SimulatedWorld", "Exploration", "Recordings", "Rules", "EntitlementService",
                "StateStorage", "StatePostgreSQL", "SSOBridge", "EntitlementAPI", "SimulationCore", "Fixtures",
                "IdentityProvider", "StructuredText", "ProviderContract", "SAML", "SimulatedDevice", "Situations",
                Library.arguments, Library.locks,
            ]),

        // The page, which the C compiler embeds at once. SwiftPM would make array literals, which compile slowly.
        .target(name: "CAdminPage", exclude: ["Files"]),
        // The HTTP server, a separate program so that short commands do not load it.
        .target(
            name: "SimulatorHTTP",
            dependencies: [
                "CAdminPage", "Scenario", "SimulatedWorld", "VideoSubscriberAccount", "SimulatedDevice",
                "IdentityProvider", "EntitlementService", "EntitlementAPI", "SAML", "StructuredText",
                "ProviderContract", "SimulationCore", "Rules", "Situations", "StateStorage", "Cryptography",
                Library.server, Library.serverTLS, Library.tls, Library.channels, Library.http1, Library.eventLoops,
                Library.lifecycle, Library.log, Library.http, Library.locks,
            ]),
        .executableTarget(
            name: "tvsim-server",
            dependencies: [
                "Scenario", "SimulatedWorld", "SimulationCore", "StructuredText", "Rules", "SimulatedDevice",
                "SimulatorHTTP", "EntitlementAPI", "StateStorage", "StatePostgreSQL", Library.lifecycle,
                Library.signals, Library.log, Library.locks,
            ]),

        // An app that contains nothing about a simulator. A tutorial describes it.
        .executableTarget(
            name: "StreamApp",
            dependencies: [
                "AccessEnabler", "VideoSubscriberAccount", "SimulatedWorld", "EntitlementHTTP",
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
            name: "TestSupport", dependencies: [Library.locks], path: "Tests/TestSupport",
            exclude: ["Keys/make-keys.sh"]),
        .executableTarget(
            name: "StatusClient", dependencies: ["VideoSubscriberAccount", "SimulatedWorld"],
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
                "Scenario", "SimulatedWorld", "StructuredText", "AccessEnabler", "TVSimulator",
                "VideoSubscriberAccount", "EntitlementAPI", "SSOBridge", "SimulatedDevice", "SimulationCore",
                "StateStorage", "TestSupport", Library.http, Library.locks,
            ], exclude: ["Surface"]),
        .testTarget(name: "StructuredTextTests", dependencies: ["StructuredText"]),
        .testTarget(name: "CryptographyTests", dependencies: ["Cryptography", "TestSupport"]),
        .testTarget(
            name: "StateStorageTests",
            dependencies: ["StateStorage", "StatePostgreSQL", "TestSupport", Library.sqlite]),
        .testTarget(
            name: "SimulationCoreTests", dependencies: ["StructuredText", "SimulationCore", "StateStorage"]),
        .testTarget(
            name: "XMLSecurityTests",
            dependencies: ["XMLSecurity", "TestSupport", "Cryptography"]),
        .testTarget(
            name: "SAMLTests", dependencies: ["StructuredText", "SAML", "XMLSecurity", "TestSupport"],
            exclude: ["Attacks"]),
        .testTarget(
            name: "EntitlementAPITests",
            dependencies: ["StructuredText", "EntitlementAPI", Library.http]),
        .testTarget(
            name: "EntitlementServiceTests",
            dependencies: [
                "IdentityProvider", "ProviderContract", "StructuredText", "EntitlementService", "TestSupport",
                "EntitlementAPI", "Recordings", "SAML", "XMLSecurity", "SimulationCore", "StateStorage", "tvsim",
                "tvsim-server", "Cryptography", Library.http, Library.locks,
            ]),
        .testTarget(
            name: "VideoSubscriberAccountTests",
            dependencies: [
                "VideoSubscriberAccount", "ProviderContract", "SimulatedDevice", "SimulationCore", "SAML",
                "StateStorage", "StructuredText", "CompletionHandlerApp", "MockingApp", "AsyncApp", "TestSupport",
                Library.locks,
            ], exclude: ["Surface"]),
        .testTarget(
            name: "TVSimulatorTests",
            dependencies: [
                "Cryptography", "SSOBridge", "Scenario", "SimulatedWorld", "StructuredText", "TVSimulator",
                "AccessEnabler", "VideoSubscriberAccount", "SimulatedDevice", "SimulationCore", "TestSupport",
                "AsyncApp", "EntitlementAPI", "EntitlementService", "IdentityProvider", "ProviderContract", "SAML",
                "XMLSecurity", "Situations", "StateStorage", Library.http, Library.locks, Library.mustache,
            ], exclude: ["StoredJournals"]),
        .testTarget(
            name: "TVSimulatorTestingTests",
            dependencies: [
                "SimulatedWorld", "StructuredText", "TVSimulatorTesting", "TVSimulator", "AccessEnabler",
                "VideoSubscriberAccount", "EntitlementService", "IdentityProvider", "ProviderContract", "Scenario",
                "SimulatedDevice", "AppAccount", "TestSupport", "UIKit", "EntitlementAPI", "Rules", Library.http,
                Library.locks,
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
                "AccessEnabler", "SimulatedWorld", "Scenario", "Situations", "SSOBridge", "VideoSubscriberAccount",
                "StructuredText", "TVSimulator", "EntitlementAPI", "EntitlementService", "IdentityProvider",
                "ProviderContract", "SAML", "SimulatedDevice", "SimulationCore", "StateStorage", "TestSupport",
                Library.http, Library.locks,
            ]),
        .testTarget(
            name: "RecordingsTests",
            dependencies: [
                "EntitlementService", "StructuredText", "IdentityProvider", "ProviderContract", "Recordings",
                "Rules", "Scenario", "SimulatedWorld", "TestSupport", Library.http,
            ]),
        .testTarget(
            name: "ExplorationTests",
            dependencies: [
                "AccessEnabler", "SimulatedWorld", "Exploration", "StructuredText", "Scenario", "SimulatedDevice",
                "SimulationCore", "TestSupport", "IdentityProvider", "ProviderContract", Library.locks,
            ]),
        .testTarget(
            name: "RulesTests",
            dependencies: [
                "SimulatedWorld", "EntitlementAPI", "EntitlementService", "Recordings", "Rules", "Scenario",
                "SimulatedDevice", "SimulationCore", "StateStorage", "StructuredText", "TestSupport",
                "VideoSubscriberAccount", Library.http, Library.locks,
            ]),
        .testTarget(
            name: "FixturesTests",
            dependencies: ["XMLSecurity", "Fixtures", "SAML", "TestSupport", "tvsim"]),
        .testTarget(
            name: "SimulatorHTTPTests",
            dependencies: [
                "Scenario", "SimulatedWorld", "StructuredText", "VideoSubscriberAccount", "SimulatedDevice",
                "SimulatorHTTP", "EntitlementService", "EntitlementAPI", "SAML", "XMLSecurity", "Cryptography",
                "SimulationCore", "StateStorage", "TestSupport", Library.lifecycle, Library.log, Library.http,
                Library.channels, Library.locks,
            ]),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "StateStorage", "SimulatedWorld", "EntitlementService", "tvsim", "tvsim-server", "SAML",
                "StructuredText", "XMLSecurity", "TestSupport", Library.arguments,
            ],
            exclude: ["Clients", "Snapshots"]),
        .testTarget(
            name: "IntegrationTests",
            dependencies: ["tvsim", "tvsim-server", "TestSupport"],
            exclude: ["Scripts"]),
        .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)

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
