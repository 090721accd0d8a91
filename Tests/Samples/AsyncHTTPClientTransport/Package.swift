// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that programs that use Dial do not fetch AsyncHTTPClient.
let package = Package(
  name: "async-http-client-transport",
  platforms: [.macOS(.v15)],
  products: [.library(name: "AsyncHTTPClientTransport", targets: ["AsyncHTTPClientTransport"])],
  dependencies: [
    .package(name: "dial", path: "../../.."),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    .target(
      name: "AsyncHTTPClientTransport",
      dependencies: [
        .product(name: "Dial", package: "dial"), .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
      ]),
    .testTarget(
      name: "AsyncHTTPClientTransportTests",
      dependencies: [
        "AsyncHTTPClientTransport", .product(name: "Dial", package: "dial"), .product(name: "DialTesting", package: "dial"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
