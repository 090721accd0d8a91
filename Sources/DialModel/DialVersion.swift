/// The version of Dial, for `dial version`, recordings and compiled specs.
package enum DialVersion {
  package static let number = "0.2.0"
  /// The version of the spec rules. Increase it with every change of what is valid, what it means or what a snapshot of it contains.
  package static let rules = 16
}
