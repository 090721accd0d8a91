/// The spec of the demo, `specs/demo.yaml`, which the build embeds.
enum DemoSpec {
  static let name = "demo"
  static let port = 8765

  static var text: String { String(decoding: PackageResources.demo_yaml, as: UTF8.self) }
}
