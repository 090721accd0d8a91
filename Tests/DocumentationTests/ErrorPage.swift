import DialSpec
import DialSyntax

/// The page of one kind of finding: a spec that provokes it, what is printed, and the spec mended.
///
/// The first spec is a block of YAML, or a block for a shell that makes `spec.yaml`, where a page could not hold it.
struct ErrorPage {
  let page: Page

  static let ids = SyntaxDiagnosticID.allCases.map(\.rawValue) + FindingID.allCases.map(\.rawValue)

  private var provoking: [UInt8]? {
    let specs = page.blocks("yaml")
    if let line = page.blocks("sh").first { return try? Shell.spec(madeBy: line) }
    return specs.count == 2 ? Array(specs[0].utf8) : nil
  }

  /// The finding as it is printed now.
  var printed: String {
    guard let provoking else { return "" }
    return DiagnosticPrinter(color: false).text(Spec.check(yaml: provoking, name: "spec.yaml")) + "\n"
  }

  /// What is wrong with the page; nothing, where it teaches what is true.
  func problems(printed: String) -> [String] {
    guard let provoking, let mended = page.blocks("yaml").last else { return ["there is no spec that provokes it, or none that is mended"] }
    var problems: [String] = []
    let ids = Set(Spec.check(yaml: provoking, name: "spec.yaml").map(\.id))
    if ids != [page.name] { problems.append("the first spec gives \(ids.sorted())") }
    if page.blocks("text") != [printed] { problems.append("what is printed is not what is shown:\n\(printed)") }
    let left = Spec.check(yaml: Array(mended.utf8), name: "spec.yaml")
    if !left.isEmpty { problems.append("the mended spec has findings:\n\(DiagnosticPrinter(color: false).text(left))") }
    if !page.text.hasPrefix("# \(page.name)\n") { problems.append("the title is not the id") }
    return problems
  }
}
