import DialFlags

/// Scripts with which a shell uses `dial __complete`. Without a completion, the shell offers files.
enum CompletionScript: String, FlagWord, Sendable {
  case bash, zsh, fish

  var bytes: [UInt8] {
    switch self {
    case .bash: PackageResources.dial_bash
    case .zsh: PackageResources.dial_zsh
    case .fish: PackageResources.dial_fish
    }
  }
}
