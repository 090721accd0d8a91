import HTTPTypes

/// Whether a response may be cached (RFC 9111 section 3) for one user.
enum StorageRule {
  /// The final statuses that this cache understands, for `must-understand`.
  private static let understood: Set<Int> = [
    200, 203, 204, 300, 301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 406, 409, 410, 411, 413, 414, 415, 417, 421, 422, 426, 428, 429,
    431, 451, 500, 501, 502, 503, 504, 505, 511,
  ]

  static func allows(_ status: Int, _ fields: HTTPFields, asked: CacheControl) -> Bool {
    let control = CacheControl(fields)
    // Partial and conditional responses are not complete.
    guard (200...599).contains(status), status != 206, status != 304, !asked.has("no-store") else { return false }
    if control.has("must-understand") {
      guard understood.contains(status) else { return false }
    } else if control.has("no-store") {
      return false
    }
    if VaryRule.isNever(fields) { return false }
    if Freshness.isStated(fields) || control.has("public") || control.has("private") { return true }
    // A response that can be revalidated is worth storing.
    return Freshness.isUsuallyKept(status)
  }
}
