import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

/// Numbers of YAML for types that are several.
struct YAMLUnionTests {
  @Test(arguments: [
    ("zip? String | Int", "zip: 01234", #"{"zip":"01234"}"#), ("zip? String | Int", "zip: 0x1F", #"{"zip":"0x1F"}"#),
    ("zip? String | Int", "zip: 7", #"{"zip":7}"#), ("zip? String | Int", "zip: 1.5", #"{"zip":"1.5"}"#),
    ("zip? String | Int", "zip: true", #"{"zip":"true"}"#), ("zips? [String | Int]", "zips: [01234, 7]", #"{"zips":["01234",7]}"#),
    ("zip? Int | Bool", "zip: 007", #"{"zip":7}"#), ("size? 1 | 2.5 | big", "size: 1", #"{"size":1}"#),
    ("size? 1 | 2.5 | big", "size: 2.5", #"{"size":2.5}"#), ("size? 1 | 2.5 | big", "size: big", #"{"size":"big"}"#),
    ("sizes? [1 | 2]", "sizes: [1, 2]", #"{"sizes":[1,2]}"#),
  ])
  func keepTheirText(parameter: String, yaml: String, body: String) async throws {
    let folder = try TemporaryFolder(["a.yaml": yaml])
    let spec = "service: s\nbase: https://a.test\nendpoints:\n  e: {POST: \"/x (\(parameter))\"}\n"
    let ran = await dial("call s e --args \(folder.path)/a.yaml --dry-run", specs: ["s": spec])
    #expect(ran.out.contains("\"body\":{\"text\":\(quoted(body))}"), "\(ran)")
  }
}
