/// Why a text is no recording, in words that follow its name.
struct HARFault: Error, Equatable {
  var message: String

  init(_ message: String) { self.message = message }
}
