import DialModel

extension AuthModel {
  /// The variables that hold a user name and a password, with a colon between them.
  package var pairs: [String] { leaves.filter { $0.kind == "userinfo" }.flatMap(\.variables) }
}
