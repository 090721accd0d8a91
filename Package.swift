// swift-tools-version: 6.2
import PackageDescription

/// One set of language rules for every module: Swift 6, explicit existentials, imports that say what they expose.
let rules: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "dial",
  platforms: [.macOS(.v15)],
  targets: [.testTarget(name: "SurfaceTests", swiftSettings: rules)],
  swiftLanguageModes: [.v6]
)
