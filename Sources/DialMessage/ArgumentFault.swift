package import DialModel
public import DialSyntax

/// One wrong argument of a call. All of them are reported together, before anything is sent.
///
/// ```swift
/// do { try await users.create(emial: "a@b.c") } catch {
///   for fault in error.faults { print(fault.kind, fault.name ?? "") }   // unknown emial, missing email
/// }
/// ```
public struct ArgumentFault: Sendable, Hashable {
  /// The kind of a fault; stable text for programs.
  public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The word itself, such as `missing`.
    public let rawValue: String
    /// Creates a kind with this word.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The word itself.
    public var description: String { rawValue }

    /// A required argument is missing, or null where null is not allowed.
    public static let missing = Kind(rawValue: "missing")
    /// The name is unknown.
    public static let unknown = Kind(rawValue: "unknown")
    /// The name exists in several locations.
    public static let ambiguous = Kind(rawValue: "ambiguous")
    /// An argument, or a member of a body, occurs twice.
    public static let repeated = Kind(rawValue: "repeated")
    /// The value does not have the declared type.
    public static let type = Kind(rawValue: "type")
    /// The type is right, but the value is not allowed: it is not one of the declared ones, or would break a URL or a header.
    public static let value = Kind(rawValue: "value")
    /// The value has too many bytes.
    public static let size = Kind(rawValue: "size")
    /// The value cannot be sent there: a file in a query, a member beside a whole body, a secret to another origin.
    public static let place = Kind(rawValue: "place")
    /// A file cannot be read.
    public static let file = Kind(rawValue: "file")
    /// A variable of the spec has no value, or an invalid one.
    public static let variable = Kind(rawValue: "variable")
    /// The base is missing or invalid.
    public static let base = Kind(rawValue: "base")
    /// A header or a query item in the options of the call is invalid.
    public static let option = Kind(rawValue: "option")
    /// The spec itself declares something that cannot be sent.
    public static let spec = Kind(rawValue: "spec")
  }

  /// The kind.
  public var kind: Kind
  /// The name of the argument as it was passed, otherwise of the parameter, the variable or the option; nil if there is none.
  public var name: String?
  /// The location of the argument: `path`, `query`, `header`, `cookie`, `field`, `part`, `body` or `template`; nil if unknown.
  public var place: String?
  /// One sentence in lowercase, without a full stop and without secrets.
  public var message: String
  /// The most similar known name.
  public var suggestion: String?
  /// Where the parameter is declared; nil if it is not.
  public var location: SourceRange?

  /// Creates a fault.
  public init(_ kind: Kind, _ name: String?, _ message: String, suggestion: String? = nil) {
    self.kind = kind
    self.name = name
    self.message = message
    self.suggestion = suggestion
  }

  /// Creates a fault of a declared argument.
  package init(_ kind: Kind, _ parameter: ParameterModel, _ message: String) {
    self.init(kind, parameter.name, message)
    place = parameter.place.rawValue
    location = parameter.range
  }
}
