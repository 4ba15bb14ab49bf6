// swift-tools-version: 6.2
import PackageDescription

// A package of its own: what measures is no part of what is measured. See README.md.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "tvsim", path: "..")
    ],
    targets: [
        // Signatures alone, by the library that the simulator signs with.
        .target(name: "CSignature", linkerSettings: [.linkedLibrary("crypto")]),
        .executableTarget(
            name: "Exchange",
            dependencies: [
                "CSignature", .product(name: "AccessEnabler", package: "tvsim"),
                .product(name: "TVSimulator", package: "tvsim"),
                .product(name: "VideoSubscriberAccount", package: "tvsim"),
            ]),
        .executableTarget(name: "Signature", dependencies: ["CSignature"]),
        .executableTarget(
            name: "Issuing", dependencies: [.product(name: "TVSimulator", package: "tvsim")]),
        .executableTarget(
            name: "Validation", dependencies: [.product(name: "TVSimulator", package: "tvsim")]),
    ],
    swiftLanguageModes: [.v6]
)
