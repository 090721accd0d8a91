import Dial
import Foundation
import TestSupport
import Testing

/// A bundle of the built `dial`, started as users do.
@Suite struct BundleProcessTests {
  @Test func `It runs by its path, by a link and from PATH, and what is damaged does not run`() async throws {
    let spec = "service: users\nbase: https://a.test\ninclude: more.yaml\nendpoints: {getUser: {GET: /users, mock: {json: 7}}}\n"
    let folder = try TemporaryFolder(["spec/users.yaml": spec, "spec/more.yaml": "types: {User: {id: Int}}\n"])
    let made = try await Program.run("dial bundle spec/users.yaml -o users --release 1.4", in: folder.path)
    #expect(made.contains("'users' contains 'users.yaml', 'more.yaml'\n"))
    try FileManager.default.removeItem(atPath: "\(folder.path)/spec")
    let lines = [
      "./users getUser --mock", "ln -s users shop; ./shop --version", "PATH=.:$PATH users getUser --mock",
      "mkdir -p away; cd away; ../users getUser --mock; cd ..", "cp users moved; ./moved describe | head -1",
      // The last bytes, a part of the archive, and almost everything.
      "size=$(wc -c <users); for less in 1 400 600; do head -c $((size - less)) users >cut; chmod +x cut; ./cut version; echo $?; done",
      "cp users changed; printf X | dd of=changed bs=1 seek=$((size - 300)) conv=notrunc 2>/dev/null; ./changed version; echo $?",
      "if command -v strip >/dev/null && [ \"$(uname)\" = Linux ]; then strip -S users -o stripped; ./stripped getUser --mock; else echo 7; fi",
    ]
    let damaged = "error: this program is damaged: its archive is incomplete or was changed; build or download it again\n1\n"
    let output = try await Program.run(lines.joined(separator: "\n"), in: folder.path)
    let version = "dial \(DialVersion.number)"
    #expect(output == "7\nshop 1.4 (\(version))\n7\n7\nusers\n" + damaged + damaged + damaged + damaged + "7\n")
  }
}
