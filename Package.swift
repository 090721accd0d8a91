// swift-tools-version: 6.2
import PackageDescription

/// In CI a warning of our own fails the build; elsewhere a newer compiler's must not break a user's.
let warningsAreErrors: [SwiftSetting] = Context.environment["CI"] == "true" ? [.treatAllWarnings(as: .error)] : []

/// One set of language rules for every module: Swift 6, explicit existentials, imports that say what they expose.
let rules: [SwiftSetting] =
  warningsAreErrors + [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]

let package = Package(
  name: "dial",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Dial", targets: ["Dial"]),
    .library(name: "DialTesting", targets: ["DialTesting"]),
    .executable(name: "dial", targets: ["DialCLI"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CYAML", path: "Sources/CYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "CZlib", path: "Sources/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CExpat", path: "Sources/CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
    .target(name: "DialLibc", swiftSettings: rules),
    .target(name: "DialJSON", swiftSettings: rules),
    .target(name: "DialSyntax", dependencies: ["CYAML"], swiftSettings: rules),
    .target(name: "DialXML", dependencies: ["CExpat", "DialJSON"], swiftSettings: rules),
    .target(name: "DialPattern", swiftSettings: rules),
    .target(name: "DialJSONPath", dependencies: ["DialPattern", "DialSyntax", "DialJSON"], swiftSettings: rules),
    .target(
      name: "DialModel",
      dependencies: [
        "DialLibc", "DialPattern", "DialSyntax", "DialJSON", .product(name: "HTTPTypes", package: "swift-http-types"),
      ], swiftSettings: rules),
    .target(
      name: "DialMessage",
      dependencies: [
        "CZlib", "DialLibc", "DialModel", "DialSyntax", "DialJSON",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ], swiftSettings: rules),
    .target(
      name: "DialBuild",
      dependencies: [
        "DialPolicies", "DialMessage", "DialModel", "DialPattern", "DialSyntax", "DialJSON",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ], swiftSettings: rules),
    .target(
      name: "DialSpec", dependencies: ["DialBuild", "DialModel", "DialSyntax", "DialJSON"], exclude: ["Signature.ebnf"],
      swiftSettings: rules),
    .target(
      name: "DialOpenAPI", dependencies: ["DialBuild", "DialJSONPath", "DialModel", "DialPattern", "DialSyntax", "DialJSON"],
      swiftSettings: rules),
    .target(
      name: "DialPolicies",
      dependencies: [
        "DialLibc", "DialMessage", "DialModel", "DialSyntax", "DialJSON",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ], swiftSettings: rules),
    .target(
      name: "DialEngine",
      dependencies: [
        "DialLibc", "DialXML", "DialPolicies", "DialBuild", "DialMessage", "DialModel", "DialSyntax", "DialJSON",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ], swiftSettings: rules),
    .target(
      name: "DialTyped",
      dependencies: [
        "DialEngine", "DialPolicies", "DialBuild", "DialMessage", "DialModel", "DialSyntax", "DialJSON",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ], swiftSettings: rules),
    .target(
      name: "DialStreams",
      dependencies: [
        "DialLibc", "DialEngine", "DialPolicies", "DialBuild", "DialMessage", "DialModel", "DialSyntax", "DialJSON",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ], swiftSettings: rules),
    .target(
      name: "DialRows",
      dependencies: [
        "CZlib", "DialLibc", "DialTyped", "DialEngine", "DialPolicies", "DialMessage", "DialModel", "DialJSON",
        .product(name: "Crypto", package: "swift-crypto"),
      ], swiftSettings: rules),
    .target(
      name: "DialHTTP",
      dependencies: [
        "DialLibc", "DialMessage", "DialModel",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOTLS", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
        .product(name: "NIOHPACK", package: "swift-nio-http2"),
        .product(name: "NIOHTTP2", package: "swift-nio-http2"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        "CZlib",
      ], exclude: ["README.md"], swiftSettings: rules),
    .target(
      name: "Dial",
      dependencies: [
        "DialAdvice", "DialRows", "DialStreams", "DialTyped", "DialEngine", "DialPolicies", "DialOpenAPI", "DialSpec", "DialBuild",
        "DialMessage", "DialModel", "DialHTTP", "DialJSON", "DialSyntax",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ], swiftSettings: rules),
    .target(
      name: "DialTesting",
      dependencies: ["DialLibc", "Dial", "DialText"], swiftSettings: rules),
    .target(
      name: "DialAdvice", dependencies: ["DialSpec", "DialBuild", "DialMessage", "DialModel", "DialSyntax", "DialJSON"],
      swiftSettings: rules),
    .target(name: "DialText", dependencies: ["DialModel", "DialSyntax", "DialJSON"], swiftSettings: rules),
    .target(
      name: "DialDemo", dependencies: ["DialTesting", "DialHTTP", "DialModel", "DialJSON"], resources: [.embedInCode("demo.yaml")],
      swiftSettings: rules),
    .target(
      name: "DialMCP", dependencies: ["Dial", "DialPattern", "DialText", .product(name: "Crypto", package: "swift-crypto")],
      swiftSettings: rules),
    .target(name: "DialBundle", dependencies: ["CZlib", "DialLibc", "Dial", "DialFlags", "DialText"], swiftSettings: rules),
    .target(
      name: "DialDocs", dependencies: ["Dial", .product(name: "Crypto", package: "swift-crypto")],
      resources: [.embedInCode("Assets/page.css"), .embedInCode("Assets/page.js")], swiftSettings: rules),
    .target(name: "DialDoctor", dependencies: ["DialLibc", "Dial"], swiftSettings: rules),
    .target(name: "DialFlags", swiftSettings: rules),
    .target(name: "DialImport", dependencies: ["Dial", "DialTesting"], swiftSettings: rules),
    .target(
      name: "DialConsole", dependencies: ["DialLibc", "Dial", "DialAdvice", "DialBundle", "DialFlags", "DialText", "DialTesting"],
      swiftSettings: rules),
    .executableTarget(
      name: "DialCLI",
      dependencies: [
        "DialConsole", "DialLibc", "Dial", "DialAdvice", "DialBundle", "DialDemo", "DialDocs", "DialDoctor", "DialFlags", "DialImport",
        "DialMCP",
        "DialText", "DialTesting",
      ],
      resources: [
        .embedInCode("Check/Findings.md"), .embedInCode("Completion/dial.bash"),
        .embedInCode("Completion/dial.zsh"), .embedInCode("Completion/dial.fish"),
      ], swiftSettings: rules),
    .executableTarget(
      name: "dial-conformance",
      dependencies: ["DialLibc", "Dial", "DialJSONPath"], path: "Tests/Conformance",
      exclude: ["README.md", "Suites", "harness.py", "run.py", "suites.py"], swiftSettings: rules),
    // What tests share: TestSupport needs no module of ours, so that the tests of DialJSON are built alone; CallTestSupport calls, and
    // SocketTestSupport serves WebSockets.
    .target(
      name: "TestSupport", dependencies: [.product(name: "HTTPTypes", package: "swift-http-types")], path: "Tests/TestSupport",
      swiftSettings: rules),
    .target(
      name: "CallTestSupport",
      dependencies: [
        "Dial", "DialEngine", "DialBuild", "DialPolicies", "DialMessage", "DialModel",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      path: "Tests/CallTestSupport", swiftSettings: rules),
    .target(
      name: "SocketTestSupport",
      dependencies: [
        "DialHTTP", "DialMessage", .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      path: "Tests/SocketTestSupport", swiftSettings: rules),
    .testTarget(name: "SurfaceTests", dependencies: ["Dial", "DialTesting"], swiftSettings: rules),
    .testTarget(
      name: "DialTests",
      dependencies: [
        "Dial", "DialTesting", "DialHTTP", "TestSupport", .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"), .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ], exclude: ["Recording/Fixtures", "Recording/read_har.py"], swiftSettings: rules),
    .testTarget(
      name: "DialTestingTests",
      dependencies: [
        "Dial", "DialTesting", "DialStreams", "DialEngine", "DialPolicies", "DialBuild", "DialMessage", "DialModel", "DialHTTP", "DialJSON",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
      ], swiftSettings: rules),
    .testTarget(name: "DialPatternTests", dependencies: ["DialPattern"], swiftSettings: rules),
    .testTarget(name: "DialJSONPathTests", dependencies: ["DialJSONPath", "DialSyntax", "DialJSON"], swiftSettings: rules),
    .testTarget(name: "DialJSONTests", dependencies: ["DialJSON", "TestSupport"], swiftSettings: rules),
    .testTarget(name: "DialSyntaxTests", dependencies: ["DialSyntax", "TestSupport"], exclude: ["Fixtures"], swiftSettings: rules),
    .testTarget(
      name: "DialModelTests",
      dependencies: ["DialModel", "DialSyntax", "DialJSON", "TestSupport", .product(name: "HTTPTypes", package: "swift-http-types")],
      swiftSettings: rules),
    .testTarget(name: "DialMessageTests", dependencies: ["DialMessage", "TestSupport"], swiftSettings: rules),
    .testTarget(
      name: "DialSpecTests",
      dependencies: [
        "Dial", "DialSpec", "DialBuild", "DialPolicies", "DialMessage", "DialModel", "DialSyntax", "DialJSON", "TestSupport",
      ],
      exclude: ["Fixtures", "Schema/validate.py"], swiftSettings: rules),
    .testTarget(
      name: "DialOpenAPITests",
      dependencies: [
        "Dial", "DialOpenAPI", "DialEngine", "DialStreams", "DialTesting", "DialBuild", "DialMessage", "DialModel", "DialSyntax",
        "DialJSON",
        "TestSupport", "CallTestSupport", .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      exclude: ["Fixtures"], swiftSettings: rules),
    .testTarget(name: "DialAdviceTests", dependencies: ["DialAdvice", "DialSyntax"], swiftSettings: rules),
    .testTarget(
      name: "DialPoliciesTests",
      dependencies: [
        "DialPolicies", "DialMessage", "DialModel", "DialJSON", "TestSupport", .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      exclude: ["Auth/Fixtures"], swiftSettings: rules),
    .testTarget(
      name: "DialEngineTests",
      dependencies: [
        "DialEngine", "DialPolicies", "Dial", "DialTesting", "DialBuild", "DialMessage", "DialModel", "DialSyntax", "DialJSON",
        "TestSupport", "CallTestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ], swiftSettings: rules),
    .testTarget(
      name: "DialTypedTests",
      dependencies: [
        "DialTyped", "DialEngine", "DialPolicies", "Dial", "DialBuild", "DialMessage", "DialModel", "DialSyntax", "DialJSON",
        "TestSupport", "CallTestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ], swiftSettings: rules),
    .testTarget(
      name: "DialStreamsTests",
      dependencies: [
        "DialStreams", "DialEngine", "DialPolicies", "Dial", "DialBuild", "DialMessage", "DialModel", "DialJSON", "TestSupport",
        "CallTestSupport", .product(name: "HTTPTypes", package: "swift-http-types"),
      ], swiftSettings: rules),
    .testTarget(
      name: "DialRowsTests",
      dependencies: [
        "DialRows", "DialEngine", "Dial", "DialBuild", "DialMessage", "DialModel", "DialJSON", "TestSupport", "CallTestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ], swiftSettings: rules),
    .testTarget(
      name: "DialHTTPTests",
      dependencies: [
        "SocketTestSupport", "DialDoctor", "DialHTTP", "DialStreams", "DialEngine", "DialPolicies", "Dial", "DialBuild", "DialMessage",
        "DialModel",
        "DialJSON", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOTLS", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"), .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHPACK", package: "swift-nio-http2"), .product(name: "NIOHTTP2", package: "swift-nio-http2"),
      ], swiftSettings: rules),
    .testTarget(name: "DialBundleTests", dependencies: ["DialBundle", "Dial", "DialFlags", "TestSupport"], swiftSettings: rules),
    .testTarget(
      name: "DialDoctorTests", dependencies: ["DialDoctor", "Dial", "DialHTTP", "DialMessage", "DialModel", "TestSupport"],
      swiftSettings: rules),
    .testTarget(
      name: "DialMCPTests", dependencies: ["DialMCP", "Dial", "DialTesting"], swiftSettings: rules),
    .testTarget(
      name: "DialDocsTests", dependencies: ["DialDocs", "Dial", .product(name: "Crypto", package: "swift-crypto")],
      swiftSettings: rules),
    .testTarget(
      name: "HTTPBinTests",
      dependencies: [
        "Dial", "DialStreams", "DialEngine", "DialPolicies", "DialBuild", "DialMessage", "DialModel", "DialJSON", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      exclude: ["serve.py", "sockets.py"], swiftSettings: rules),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "Dial", "DialTesting", "DialStreams", "DialEngine", "DialPolicies", "DialBuild", "DialMessage", "DialModel", "DialHTTP",
        "DialOpenAPI", "DialSyntax", "SocketTestSupport", "TestSupport", .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Logging", package: "swift-log"),
      ], swiftSettings: rules),
    .testTarget(
      name: "DialCLITests",
      dependencies: [
        "DialCLI", "DialConsole", "Dial", "DialAdvice", "DialStreams", "DialEngine", "DialPolicies", "DialSpec", "DialBuild", "DialMessage",
        "DialModel",
        "DialHTTP", "DialJSON", "DialSyntax", "DialBundle", "DialDemo", "DialDoctor", "DialFlags", "DialRows", "DialTesting", "DialText",
        "SocketTestSupport", "TestSupport",
      ], exclude: ["Fixtures"],
      swiftSettings: rules),
  ],
  swiftLanguageModes: [.v6]
)

// `make fuzz` alone builds this: it is linked with libFuzzer, see .ci/fuzz.
if Context.environment["DIAL_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "dial-fuzz",
      dependencies: [
        "DialStreams", "DialEngine", "DialPolicies", "Dial", "DialBuild", "DialMessage", "DialModel", "DialJSON", "DialJSONPath",
        "DialPattern", "DialSyntax",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      path: "Tests/Fuzz", exclude: ["Seeds", "Words"], swiftSettings: rules))
}

// `make soak` alone builds this.
if Context.environment["DIAL_SOAK"] != nil {
  package.targets.append(
    .executableTarget(
      name: "dial-soak",
      dependencies: [
        "Dial", "DialStreams", "DialEngine", "DialPolicies", "DialBuild", "DialMessage", "DialModel", "DialHTTP", "SocketTestSupport",
      ],
      path: "Tests/Soak", swiftSettings: rules))
}

// `make bench` alone builds this. On Linux the linker sends what asks for memory through CBench, which counts it.
if Context.environment["DIAL_BENCH"] != nil {
  // The peer that calls are measured next to.
  package.dependencies.append(.package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"))
  let counted = ["malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign"].flatMap { ["-Xlinker", "--wrap=\($0)"] }
  package.targets += [
    .target(name: "CBench", dependencies: ["CYAML"], path: "Tests/Benchmarks/CBench"),
    .executableTarget(
      name: "dial-bench",
      dependencies: [
        "CBench", "Dial", "DialStreams", "DialEngine", "DialPolicies", "DialSpec", "DialBuild", "DialMessage", "DialModel",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ], path: "Tests/Benchmarks", exclude: ["CBench", "Growth.md", "Plots", "README.md", "SIMDJSON/peer.cpp"], swiftSettings: rules,
      linkerSettings: [.unsafeFlags(counted, .when(platforms: [.linux]))]),
  ]
}

// DIAL_ONLY=DialJSON,DialSyntax keeps these modules, what they need and their tests: a quicker build while one works on them.
if let only = Context.environment["DIAL_ONLY"] {
  var kept = Set(only.split(separator: ",").map(String.init))
  for target in package.targets where target.isTest && kept.contains(String(target.name.dropLast("Tests".count))) {
    kept.insert(target.name)
  }
  func needs(_ target: Target) -> [String] {
    target.dependencies.compactMap {
      switch $0 {
      case .byNameItem(let name, _), .targetItem(let name, _): name
      default: nil
      }
    }
  }
  var open = Array(kept)
  while let name = open.popLast(), let target = package.targets.first(where: { $0.name == name }) {
    open += needs(target).filter { kept.insert($0).inserted }
  }
  package.targets.removeAll { !kept.contains($0.name) }
  // Tests of the command line start it by its name.
  package.products = kept.contains("DialCLI") ? [.executable(name: "dial", targets: ["DialCLI"])] : []
}
