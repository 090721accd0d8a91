import CallTestSupport
import DialMessage
import Foundation
import TestSupport
import Testing

@testable import DialEngine
@testable import DialSpec

/// Calls of a compiled spec.
struct KeptSpecTests {
  @Test func anUnknownNameIsComparedWithThoseOfTheSpec() throws {
    let lines = (0..<300).map { "  e\($0): GET /things/{id}/\($0)\n" }.joined()
    let folder = try TemporaryFolder(["api.yaml": "endpoints:\n" + lines])
    let (file, store) = ("\(folder.path)/api.yaml", SpecStore("\(folder.path)/cache"))
    // Old enough that its time is trusted.
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: file)
    _ = try Spec.load(file, store: store)
    let kept = try #require(store.spec(file, trust: .folder))
    let error = #expect(throws: CallError.self) { try Client(kept, transport: Canned()).prepare("e2999") }
    #expect(error?.message == "unknown endpoint 'e2999'; did you mean 'e299'?")
  }
}
