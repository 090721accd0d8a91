import Dial
import DialBuild
import DialEngine
import DialMessage
import DialStreams
import DialTesting
import Foundation
import Testing

/// The Swift of `Downloads.md`. Its client uses the mocks of the spec.
struct DownloadsSamples {
  private enum Spec {
    static func load(_ name: String) throws -> Dial.Spec { try Page(Page.catalogue + "/Downloads.md").spec(name) }
  }
  // swift-format-ignore: AlwaysUseLowerCamelCase
  private func Client(_ spec: Dial.Spec) -> Downloading { Downloading(client: .mocked(spec)) }

  private let output = Output()
  private func print(_ items: Any...) { output.print(items) }

  @Test func downloading() async throws {
    // sample
    let files = Client(try Spec.load("files.yaml"))
    let file = try await files.download("photo", ["id": 7], to: "photo.jpg") { step in
      print(step.received, "of", step.toReceive ?? 0)
    }
    print(file.path, file.size, file.resumed)
    #expect(output.text.hasSuffix("photo.jpg 6 false"))
    try files.remove(file)
  }
}

/// The client of the sample, whose files are in a folder of their own.
private struct Downloading {
  let client: Dial.Client

  func download(
    _ endpoint: String, _ arguments: Arguments, to path: String, progress: @escaping @Sendable (CallTask.Progress) -> Void
  ) async throws(CallError) -> Download {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString)").path
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return try await client.download(endpoint, arguments, to: "\(folder)/\(path)", progress: progress)
  }

  func remove(_ file: Download) throws { try FileManager.default.removeItem(atPath: String(file.path.dropLast("/photo.jpg".count))) }
}
