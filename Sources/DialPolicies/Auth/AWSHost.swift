/// What a host of AWS tells: `bucket.s3.eu-west-1.amazonaws.com` is of S3 in eu-west-1.
enum AWSHost {
  static func parts(_ host: String) -> (service: String?, region: String?) {
    guard let end = [".amazonaws.com", ".amazonaws.com.cn", ".api.aws"].first(where: { host.lowercased().hasSuffix($0) }) else {
      return (nil, nil)
    }
    var labels = host.lowercased().dropLast(end.count).split(separator: ".").map(String.init)
    // `s3.amazonaws.com` and `iam.amazonaws.com` are everywhere, and sign for us-east-1.
    guard let last = labels.popLast() else { return (nil, nil) }
    guard isRegion(last) else { return (service(last), "us-east-1") }
    if labels.last == "dualstack" { labels.removeLast() }
    return (labels.last.map(service), last)
  }

  /// `eu-west-1`, `us-gov-east-1`.
  private static func isRegion(_ label: String) -> Bool {
    let words = label.split(separator: "-")
    return words.count >= 3 && words[0].utf8.count == 2 && words.last.map { $0.allSatisfy(\.isNumber) } ?? false
  }

  /// A few hosts have another name than the service that signatures name.
  private static func service(_ label: String) -> String {
    switch label {
    case "email": "ses"
    case "s3-accelerate": "s3"
    default: label
    }
  }
}
