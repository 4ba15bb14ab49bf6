// swift-tools-version: 6.2
import PackageDescription

// A package of its own: what measures is no part of what is measured. See README.md.
let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "tvsim", path: ".."),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
    targets: [
        .executableTarget(
            name: "Exchange",
            dependencies: [
                .product(name: "TVSimulator", package: "tvsim"), .product(name: "AccessEnabler", package: "tvsim"),
                .product(name: "VideoSubscriberAccount", package: "tvsim"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .executableTarget(
            name: "Signature",
            dependencies: [
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .executableTarget(
            name: "Issuing", dependencies: [.product(name: "TVSimulator", package: "tvsim")]),
        .executableTarget(
            name: "Validation", dependencies: [.product(name: "TVSimulator", package: "tvsim")]),
    ],
    swiftLanguageModes: [.v6]
)
