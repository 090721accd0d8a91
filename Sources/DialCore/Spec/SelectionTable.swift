import DialJSON
import Synchronization

/// Selections by their text: many endpoints share one.
final class SelectionTable: Sendable {
  private let known = Mutex<[String: JMESPath]>([:])

  func path(_ text: String) throws(JMESPathError) -> JMESPath {
    // A text that is written otherwise and is the same to Unicode is another one.
    if let path = known.withLock({ $0[text] }), path.text.utf8.elementsEqual(text.utf8) { return path }
    let made = try JMESPath(text)
    known.withLock { $0[text] = made }
    return made
  }
}
