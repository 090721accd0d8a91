/// The spec of the demo, `specs/demo.yaml`, which the build embeds.
package enum DemoSpec {
  package static let name = "demo"
  package static let port = 8765

  package static var text: String { String(decoding: PackageResources.demo_yaml, as: UTF8.self) }
}
