/// The place that a wrapper such as ``Header`` stands for, as a type: wrappers differ in nothing else.
public protocol ComponentPlace: Sendable {
  /// Where the properties go.
  static var place: ArgumentPlace { get }
}

/// The fields of the head.
public enum HeaderPlace: ComponentPlace { public static var place: ArgumentPlace { .header } }

/// The cookies.
public enum CookiePlace: ComponentPlace { public static var place: ArgumentPlace { .cookie } }

/// The members of the body.
public enum FieldPlace: ComponentPlace { public static var place: ArgumentPlace { .field } }

/// The placeholders of the target.
public enum PathPlace: ComponentPlace { public static var place: ArgumentPlace { .path } }

/// The items of the query.
public enum QueryPlace: ComponentPlace { public static var place: ArgumentPlace { .query } }
