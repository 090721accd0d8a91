import CallTestSupport
import Dial
import DialMessage
import Foundation
import TestSupport
import Testing

@testable import DialBuild
@testable import DialEngine

/// Calls of a compiled spec.
struct KeptSpecTests {
  @Test func aDamagedEndpointOfAChangedSpecIsAnErrorOfTheCall() throws {
    let lines = (0..<300).map { "  e\($0): GET /things/{id}/\($0)\n" }.joined()
    let folder = try TemporaryFolder(["api.yaml": "base: https://api.test\nendpoints:\n" + lines])
    let (file, store) = ("\(folder.path)/api.yaml", SpecStore("\(folder.path)/cache"))
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: file)
    _ = try Spec.load(file, store: store)
    let client = Client(try #require(store.spec(file, trust: .folder, .standard)), transport: Canned())
    let image = try #require(try FileManager.default.contentsOfDirectory(atPath: store.folder).first)
    let handle = try FileHandle(forWritingTo: URL(filePath: "\(store.folder)/\(image)"))
    try handle.seek(toOffset: handle.seekToEnd() - 20)
    try handle.write(contentsOf: Data(repeating: 0xFF, count: 20))
    try handle.close()
    try folder.write("api.yaml", "endpoints: {a: GET /a}\n")
    #expect(try client.prepare("e7", ["id": 1]).request.url == "https://api.test/things/1/7")
    let error = #expect(throws: CallError.self) { try client.prepare("e299", ["id": 1]) }
    #expect(error?.code == .spec && error?.endpoint == "e299")
    #expect(error?.message == "'\(file)' was changed after it was loaded, and the stored form of 'e299' is damaged; load it again")
  }

  @Test func anUnknownNameIsComparedWithThoseOfTheSpec() throws {
    let lines = (0..<300).map { "  e\($0): GET /things/{id}/\($0)\n" }.joined()
    let folder = try TemporaryFolder(["api.yaml": "endpoints:\n" + lines])
    let (file, store) = ("\(folder.path)/api.yaml", SpecStore("\(folder.path)/cache"))
    // Old enough that its time is trusted.
    try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: file)
    _ = try Spec.load(file, store: store)
    let kept = try #require(store.spec(file, trust: .folder, .standard))
    let error = #expect(throws: CallError.self) { try Client(kept, transport: Canned()).prepare("e2999") }
    #expect(error?.message == "unknown endpoint 'e2999'; did you mean 'e299'?")
  }
}
