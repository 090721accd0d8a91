import DialEngine
import DialJSON
import DialMessage
import DialModel
import HTTPTypes

/// The conditions for success and failure of a wait.
struct PollGoal {
  /// The condition for success; nil if the status decides.
  var until: JMESPath?
  var fail: JMESPath?

  /// What a response means for the wait.
  enum Verdict {
    case done
    case failed(String)
    case pending
  }

  init(_ model: PollModel?, _ options: PollOptions) throws(CallError) {
    until = try Self.path(options.until, "until") ?? model?.until
    fail = try Self.path(options.fail, "fail") ?? model?.fail
  }

  private static func path(_ text: String?, _ key: String) throws(CallError) -> JMESPath? {
    guard let text else { return nil }
    do throws(JMESPathError) {
      return try JMESPath(text)
    } catch {
      throw CallError(.arguments, "'\(text)' in '\(key)' is not a valid JMESPath expression: \(error.message)")
    }
  }

  /// Interprets a response. Without conditions, 202 is not done (RFC 9110 section 15.3.3), and a status monitor has a member `status`.
  func verdict(_ reply: Reply, isMonitor: Bool) throws(CallError) -> Verdict {
    if let fail, try holds(fail, "fail", reply) { return .failed("'\(fail.text)' is true") }
    if let until { return try holds(until, "until", reply) ? .done : .pending }
    if isMonitor, let status = reply.value[member: "status"].asString?.lowercased() {
      switch status {
      case "succeeded": return .done
      case "failed", "canceled", "cancelled": return .failed("its status is '\(status)'")
      default: return .pending
      }
    }
    return reply.status.code == 202 ? .pending : .done
  }

  private func holds(_ path: JMESPath, _ key: String, _ reply: Reply) throws(CallError) -> Bool {
    do throws(JSONError) {
      return try path.select(reply.value).isTrue
    } catch {
      throw reply.failure(.selection, "cannot evaluate '\(key)' on the response: \(error.message)")
    }
  }
}
