/// The stable ids of differences between Swift types and a spec.
enum TypeFindingID: String, CaseIterable {
  case endpoint = "swift-endpoint"
  case argument = "swift-argument"
  case result = "swift-result"
  case failure = "swift-failure"
}
