import DialJSON

/// How the usual calls of an endpoint become requests: a row of steps over one pool of bytes, made once.
///
/// It knows no fault, no file, no list and no dictionary outside of a JSON body: a call that it cannot make is bound by ``Binder``, which
/// alone says what is wrong. What it makes is what that makes; `FlatBinderTests` hold them together.
final class FlatPlan: Sendable {
  /// What is written into the URL: bytes of the pool, and then maybe a value.
  struct Step: Sendable, BitwiseCopyable {
    enum Kind: Sendable { case literal, segment, item }

    var kind: Kind
    /// Of the value; -1 where there is none.
    var slot = -1
    var start: Int
    var count: Int
    /// Whether its segment holds dots of the spec.
    var isDotted = false
  }

  /// What is known of a value before it is given.
  struct Slot: Sendable, BitwiseCopyable {
    /// Which values it takes without a closer look; `never` where ``Binder`` has to look at all of them.
    enum Kind: Sendable { case never, text, integer, any, matched }
    enum Use: Sendable { case none, url, header, member }

    var kind: Kind
    /// The one place of its value.
    var use = Use.none
    /// Whether true and false are 1 and 0.
    var isNumericFlag = false
  }

  /// A member of a JSON body with its quoted name.
  struct Member: Sendable {
    let slot: Int
    let quoted: String
  }

  let pool: [UInt8]
  let steps: [Step]
  let slots: [Slot]
  /// The parameters that cannot just stay away: required ones, and those with a default, which comes with its slot.
  let needed: [(slot: Int, standard: JSON?)]
  let headers: FlatHeaders
  let members: [Member]
  let hasBody: Bool

  /// How many bytes the steps write beside the values.
  let room: Int

  init(
    pool: [UInt8], steps: [Step], slots: [Slot], needed: [(slot: Int, standard: JSON?)], headers: FlatHeaders, members: [Member],
    hasBody: Bool
  ) {
    self.pool = pool
    self.steps = steps
    self.slots = slots
    self.needed = needed
    self.headers = headers
    self.members = members
    self.hasBody = hasBody
    // Each step may write a separator.
    room = pool.count + steps.count
  }
}
