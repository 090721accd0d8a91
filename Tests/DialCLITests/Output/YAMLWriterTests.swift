import DialJSON
import Testing

@testable import DialCLI
@testable import DialConsole
@testable import DialText

@Suite struct YAMLWriterTests {
  @Test(arguments: [
    #"{"a":{"b":[{"c":1,"d":[[],{}]},[1,[2]]]},"e":""}"#,
    ##"["no","yes","~","null","1","1.5","0x1F","1e3","-","--- x","a: b","a #b","# a",":","a:","- a","? a","*a","&a","!a","%a","@a","`a","'","\""," a","a ","a\nb","\t","y","2024-01-01","12:30","<<","=",".inf","010","+1","[a]","{a}","a,b","|",">"]"##,
    #"{"":1,"a b":2,"a: b":3,"no":4,"1":5,"- x":6,"\u0000\u001b\u007f\u0085\u2028\ufeff\ud83d\ude00":7,"é":"ü"}"#,
    "[1.10,1e400,-0,123456789012345678901234567890,true,null]",
    #""x""#, "[]", "{}", "7",
  ])
  func readsBackTheSame(_ text: String) throws {
    let json = try JSON(parsing: text)
    let yaml = YAMLWriter.text(.object([("v", json)]))
    let read = try ArgumentFile.members(Array(yaml.utf8), name: "x").first { $0.name == "v" }?.value
    #expect(read.map { JSONWriter.text($0) } == JSONWriter.text(json), "\(yaml)")
  }

  @Test func longKeys() throws {
    let json = JSON.object([(String(repeating: "k", count: 3000), .object([("a", 1)]))])
    let yaml = YAMLWriter.text(json)
    #expect(try ArgumentFile.members(Array(yaml.utf8), name: "x").map(\.value) == [.object([("a", 1)])])
  }
}
