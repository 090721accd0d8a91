import DialModel

/// The items of the query of a URL.
enum QueryItems {
  /// Returns the URL with an item at the end of its query, which replaces all items of that name.
  static func setting(_ name: String, _ value: String, in url: String) -> String {
    let key = PercentEncoding.encode(name)
    let item = "\(key)=\(PercentEncoding.encode(value))"
    guard let mark = url.firstIndex(of: "?") else { return "\(url)?\(item)" }
    let kept = url[url.index(after: mark)...].split(separator: "&").filter { $0.prefix { $0 != "=" } != key[...] }
    return "\(url[..<mark])?" + (kept.map(String.init) + [item]).joined(separator: "&")
  }
}
