import Dial
import DialSyntax
import TestSupport
import Testing

/// Overlays as specs.
struct OverlayFormatTests {
  private static let document = """
    openapi: 3.1.0
    info: {title: t, version: '1'}
    servers: [{url: https://api.test}]
    paths:
      /pets:
        get: {operationId: listPets}
        delete: {operationId: deletePets, x-internal: true}
    """

  private static func folder(_ overlay: String) throws -> TemporaryFolder {
    try TemporaryFolder(["api.yaml": document, "api.overlay.yaml": "overlay: 1.1.0\ninfo: {title: o, version: 1.0.0}\n" + overlay])
  }

  @Test func changesTheDocumentThatItExtends() throws {
    let folder = try Self.folder(
      """
      extends: ./api.yaml
      actions:
        - target: $.paths.*[?@['x-internal'] == true]
          remove: true
        - target: $.paths
          update: {/owners: {get: {operationId: listOwners}}}
      """)
    #expect(try Spec.load("\(folder.path)/api.overlay.yaml").endpoints == ["listPets", "listOwners"])
    #expect(try Spec.load("\(folder.path)/api.yaml").endpoints == ["listPets", "deletePets"])
  }

  static let findings: [(overlay: String, ids: [String])] = [
    ("actions: []\n", ["overlay-key", "overlay-key"]), ("extends: none.yaml\nactions: [{target: $, update: {}}]\n", ["file-unreadable"]),
    ("extends: ../api.yaml\nactions: [{target: $, update: {}}]\n", ["file-outside"]),
    ("extends: api.yaml\nactions: [{target: $.x, remove: true}]\n", ["overlay-target", "document-server"]),
  ]

  @Test(arguments: findings.indices) func reportsFindings(_ index: Int) throws {
    let folder = try Self.folder(Self.findings[index].overlay)
    #expect(Spec.check("\(folder.path)/api.overlay.yaml").map(\.id) == Self.findings[index].ids)
  }
}
