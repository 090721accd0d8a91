import DialAdvice
public import DialBuild
import DialOpenAPI
import DialSpec
public import DialSyntax

extension SpecLoader {
  /// The formats of documents. A new one is added here; the last takes what no other knows.
  package static let standard = SpecLoader([OpenAPIFormat(), OverlayFormat(), DialFormat()], advisor: SpecAdvisor())
}

extension Spec {
  /// A spec without endpoints, for typed requests with their own endpoint, whose text is trusted.
  package static let empty = Spec(emptyFor: .standard)

  /// Reads and checks a file. Throws ``SpecError`` with all findings if one of them is an error, or if the file cannot be read.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - trust: what the spec can read.
  ///   - store: stores a large spec in a compiled form that is faster to read, whatever its size.
  public static func load(_ path: String, trust: Trust = .folder, store: SpecStore? = nil) throws(SpecError) -> Spec {
    try SpecLoader.standard.load(path, trust: trust, store: store)
  }

  /// Reads and checks a text. Throws ``SpecError`` with all findings if one of them is an error.
  public static func load(yaml text: String, name: String = "spec.yaml", trust: Trust = .untrusted) throws(SpecError) -> Spec {
    try SpecLoader.standard.load(Array(text.utf8), name: name, folder: nil, trust: trust)
  }

  /// Returns all findings of a text, including warnings. No other file is read: `include` and `overlay` are errors.
  public static func check(yaml bytes: [UInt8], name: String) -> [Diagnostic] { check(bytes, name: name, folder: nil).all }

  /// Returns all findings of a file and of those that it names.
  public static func check(_ path: String) -> [Diagnostic] { SpecLoader.standard.check(path) }

  package init(_ bytes: [UInt8], name: String, folder: String?, trust: Trust) throws(SpecError) {
    self = try SpecLoader.standard.load(bytes, name: name, folder: folder, trust: trust)
  }

  /// - Parameter folder: the folder of other files; nil if none may be read.
  package static func check(_ bytes: [UInt8], name: String, folder: String?) -> SpecReading {
    SpecLoader.standard.check(bytes, name: name, folder: folder)
  }
}
