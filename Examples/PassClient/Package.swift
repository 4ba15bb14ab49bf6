// swift-tools-version: 6.2
import PackageDescription

// On Apple platforms the test library is not needed: the tests of this package run on Linux.
let onLinux = TargetDependencyCondition.when(platforms: [.linux])

let package = Package(
    name: "PassClient",
    dependencies: [.package(path: "../tvsim")],
    targets: [
        .target(name: "PassClient"),
        .testTarget(
            name: "PassClientTests",
            dependencies: ["PassClient", .product(name: "TVSimulatorTesting", package: "tvsim", condition: onLinux)]),
    ]
)
