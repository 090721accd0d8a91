public import DialEngine

/// The location of a wrapper such as ``Header``, as a type. Wrappers differ only in it.
public protocol ComponentPlace: Sendable {
  /// The location of the properties.
  static var place: ArgumentPlace { get }
}

/// The headers.
public enum HeaderPlace: ComponentPlace { public static var place: ArgumentPlace { .header } }

/// The cookies.
public enum CookiePlace: ComponentPlace { public static var place: ArgumentPlace { .cookie } }

/// The fields of the body.
public enum FieldPlace: ComponentPlace { public static var place: ArgumentPlace { .field } }

/// The placeholders of the target.
public enum PathPlace: ComponentPlace { public static var place: ArgumentPlace { .path } }

/// The items of the query.
public enum QueryPlace: ComponentPlace { public static var place: ArgumentPlace { .query } }
