import DialBuild
import DialMessage
import DialModel
import DialPolicies

extension RateSharing {
  /// Returns how the rate of a limit is shared: as the program says, otherwise as its `share` says, or why it cannot be; nil if it is not.
  static func result(_ given: RateSharing?, _ limit: LimitModel, _ spec: Spec) -> Result<RateSharing, TransportError>? {
    guard let share = limit.share, given?.folder == nil else { return given.map { .success($0) } }
    return Result { () throws(TransportError) in
      var sharing = given ?? RateSharing(name: spec.service.name)
      sharing.folder = try folder(share, spec)
      return sharing
    }
  }

  /// Returns the path of a folder that a spec names. One without full trust writes only in its own folder.
  private static func folder(_ share: String, _ spec: Spec) throws(TransportError) -> String {
    func refused(_ why: String) -> TransportError { TransportError(.io, "the rate cannot be shared through '\(share)': \(why)") }
    if spec.trust == .untrusted || spec.folder == nil && !share.hasPrefix("/") {
      throw refused("the spec is not trusted, or was not loaded from a file")
    }
    if !share.hasPrefix("/"), let folder = spec.folder, MountedFiles.place(of: folder) != nil {
      throw refused("the spec is inside a program; name the folder by its whole path")
    }
    let path = share.hasPrefix("/") ? share : "\(spec.folder ?? ".")/\(share)"
    if spec.trust == .full { return path }
    guard let folder = spec.folder, !share.contains("/"), share != "..", File.isReally(path, below: folder) else {
      throw refused("without full trust, a spec can name only a folder directly in its own")
    }
    return path
  }
}
