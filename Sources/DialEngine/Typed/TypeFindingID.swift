/// The stable ids of what does not fit between Swift and a spec.
enum TypeFindingID: String, CaseIterable {
  case endpoint = "swift-endpoint"
  case argument = "swift-argument"
  case result = "swift-result"
  case failure = "swift-failure"
}
