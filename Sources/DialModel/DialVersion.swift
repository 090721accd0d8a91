/// The one place of Dial's version: `dial version`, the recordings and the mark of compiled specs have it from here.
package enum DialVersion {
  package static let number = "0.1.0"
  /// Raised with every change of what is right in a spec or what it means, so that none that was compiled before is taken for right.
  package static let rules = 2
}
