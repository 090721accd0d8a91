import DialBuild
import DialModel
import DialSyntax

/// An endpoint whose key is a method or a target, as in OpenAPI: `DELETE /users/{id}: (id Int)`, `/users: GET`.
enum UnnamedEndpoint {
  static func advice(on entry: Entry, _ finding: Diagnostic) -> Diagnostic? {
    var better = finding
    let words = entry.name.split(separator: " ", maxSplits: 1).map(String.init)
    // `add POST: /users`.
    if words.count == 2, Name.isValid(words[0]), Methods.all.contains(words[1]), entry.value.scalar?.isPlain ?? false {
      let range = entry.key.range.file.range(from: entry.key.range.start, to: entry.value.range.start)
      better.message = "the method must be after ':'; write '\(words[0]): \(words[1])'"
      better.fixIts = [.init("move ':'", range: range, replacement: "\(words[0]): \(words[1]) ")]
      return better
    }
    guard let target = words.last, target.hasPrefix("/") || target.contains("://"),
      words.count == 1 || Methods.isMethod(words[0].uppercased())
    else { return nil }
    let own = words.count == 2 ? words[0].uppercased() : nil
    let key = entry.value.mapping?.first { Methods.all.contains($0.name.uppercased()) }
    let text = entry.value.text ?? ""
    let method =
      own ?? key?.name.uppercased() ?? text.split(separator: " ").first.map(String.init).flatMap { Methods.all.contains($0) ? $0 : nil }
    let rest = own != nil && entry.value.scalar?.isPlain == true && text.hasPrefix("(") ? " \(text)" : ""
    better.message =
      "'\(entry.name)' is not a valid endpoint name; give the endpoint a name: '\(name(own, target)): \(method ?? "GET") \(target)\(rest)'"
    return better
  }

  /// Returns `deleteUsers` for `DELETE /users/{id}`.
  private static func name(_ method: String?, _ target: String) -> String {
    let path = target.firstRange(of: "://").map { target[$0.upperBound...].drop { $0 != "/" } } ?? target[...]
    let words = path.prefix { $0 != "?" }.split { "/.-_".contains($0) }.filter { !$0.contains("{") && Name.isValid(String($0)) }
    var name = method.map { $0.lowercased() } ?? ""
    for word in words { name += name.isEmpty ? String(word) : word.prefix(1).uppercased() + word.dropFirst() }
    return name.isEmpty ? "root" : name
  }
}
