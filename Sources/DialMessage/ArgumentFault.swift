package import DialModel
public import DialSyntax

/// One thing that is wrong with what a call was given. All of them are told together, and nothing was sent.
///
/// ```swift
/// do { try await users.create(emial: "a@b.c") } catch {
///   for fault in error.faults { print(fault.kind, fault.name ?? "") }   // unknown emial, missing email
/// }
/// ```
public struct ArgumentFault: Sendable, Hashable {
  /// What is wrong; stable text that programs may rely on.
  public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The word itself, such as `missing`.
    public let rawValue: String
    /// A kind of this word.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The word itself.
    public var description: String { rawValue }

    /// A required argument is not given, or is null where that is none.
    public static let missing = Kind(rawValue: "missing")
    /// Nothing has this name.
    public static let unknown = Kind(rawValue: "unknown")
    /// The name stands in several places.
    public static let ambiguous = Kind(rawValue: "ambiguous")
    /// An argument, or a member of a body, is given twice.
    public static let repeated = Kind(rawValue: "repeated")
    /// The value is not of the declared type.
    public static let type = Kind(rawValue: "type")
    /// The type is right, and the value is none that may be sent: it is not one of the declared ones, or would break a URL or a header.
    public static let value = Kind(rawValue: "value")
    /// More bytes than may be sent.
    public static let size = Kind(rawValue: "size")
    /// It cannot go where it would: a file into a query, a member beside a whole body, a secret to another origin.
    public static let place = Kind(rawValue: "place")
    /// A file cannot be read.
    public static let file = Kind(rawValue: "file")
    /// A variable of the spec has no value, or one that cannot stand where it is used.
    public static let variable = Kind(rawValue: "variable")
    /// The base is missing, or is none.
    public static let base = Kind(rawValue: "base")
    /// A header or an item of the query that the options of the call give.
    public static let option = Kind(rawValue: "option")
    /// What the spec itself writes cannot be sent.
    public static let spec = Kind(rawValue: "spec")
  }

  /// What is wrong.
  public var kind: Kind
  /// Of the argument as it was given, else of the parameter; of the variable or the option for these kinds. nil where it is about none.
  public var name: String?
  /// Where the argument goes: `path`, `query`, `header`, `cookie`, `field`, `part`, `body` or `template`; nil where that is not known.
  public var place: String?
  /// One sentence; lower case, no full stop. Secrets are never in it.
  public var message: String
  /// The name that was most likely meant.
  public var suggestion: String?
  /// Where the parameter is declared; nil where it is not.
  public var location: SourceRange?

  /// A fault of a kind; what it is about may be added.
  public init(_ kind: Kind, _ name: String?, _ message: String, suggestion: String? = nil) {
    self.kind = kind
    self.name = name
    self.message = message
    self.suggestion = suggestion
  }

  /// A fault of a declared argument.
  package init(_ kind: Kind, _ parameter: ParameterModel, _ message: String) {
    self.init(kind, parameter.name, message)
    place = parameter.place.rawValue
    location = parameter.range
  }
}
