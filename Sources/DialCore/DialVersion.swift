/// The one place of Dial's version: `dial version`, the recordings and the mark of compiled specs have it from here.
package enum DialVersion {
  package static let number = "0.1.0"
}
