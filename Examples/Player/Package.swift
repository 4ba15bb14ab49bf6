// swift-tools-version: 6.2
import PackageDescription

// On Apple platforms the frameworks come from the system and from the vendor.
let onLinux = TargetDependencyCondition.when(platforms: [.linux])

let package = Package(
    name: "Player",
    dependencies: [.package(path: "../tvsim")],
    targets: [
        .target(
            name: "Player",
            dependencies: [.product(name: "VideoSubscriberAccount", package: "tvsim", condition: onLinux)]),
        .testTarget(
            name: "PlayerTests",
            dependencies: ["Player", .product(name: "TVSimulatorTesting", package: "tvsim", condition: onLinux)]),
    ]
)
