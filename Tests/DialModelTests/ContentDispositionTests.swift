import Testing

@testable import DialModel

struct ContentDispositionTests {
  @Test(arguments: [
    "", "attachment", "inline; foo=bar", "attachment; filename=", "attachment; filename=\"\"", "attachment; filename=..",
    "attachment; filename=\"../\"", "attachment; filename=\"...\"", "attachment; filename=\" . \"", "attachment; filename=\"a\u{1B}[1m\"",
    "attachment; filename=\"a\u{0}b\"", "attachment; filename=\"a\u{85}b\"", "attachment; filename=\"a\u{202E}txt.exe\"",
    "attachment; filename=\"a", "attachment; filename=\"a\"b", "attachment; filename=a; filename=b", "attachment; filename",
    "attachment; filename*=UTF-8''%FF", "attachment; filename*=UTF-8''%4", "attachment; filename*=koi8-r''a", "attachment; filename*=a",
    "attachment; filename*=UTF-8''a%0Ab", "attachment; filename=ok; filename*=UTF-8''%00",
  ])
  func givesNone(header: String) { #expect(ContentDisposition.fileName(header) == nil) }

  @Test(arguments: [
    ("attachment; filename=a.txt", "a.txt"), ("Attachment ;FILENAME = a.txt ; x=y", "a.txt"),
    ("attachment;filename=\"a;b.txt\";", "a;b.txt"),
    ("inline; filename=\"a \\\"b\\\".txt\"", "a \"b\".txt"), ("attachment; filename=\"C:\\dir\\a.txt\"", "a.txt"),
    ("attachment; filename=\"/etc/passwd\"", "passwd"), ("attachment; filename=\"..a\"", "a"), ("attachment; filename=a b.txt", "a b.txt"),
    ("attachment; filename=\"%41.txt\"", "%41.txt"), ("attachment; filename*=utf-8'en'%E2%82%AC.txt; filename=e.txt", "€.txt"),
    ("attachment; filename=e.txt; filename*=iso-8859-1''%A3", "£"), ("attachment; filename=e.txt; filename*=utf-8''%ff", "e.txt"),
    ("attachment; filename*=UTF-8''a%5c..%2Fb", "b"), ("attachment; filename=\"é.txt\"", "é.txt"),
    ("attachment; filename=" + String(repeating: "a", count: 300) + ".txt", String(repeating: "a", count: 251) + ".txt"),
    ("attachment; filename=" + String(repeating: "é", count: 200), String(repeating: "é", count: 127)),
  ])
  func gives(header: String, name: String) { #expect(ContentDisposition.fileName(header) == name) }
}
