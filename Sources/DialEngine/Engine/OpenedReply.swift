import DialJSON
import DialMessage
import DialModel
import HTTPTypes

/// An accepted reply whose head is there and whose body is still to be read: as a whole, or piece by piece.
package struct OpenedReply: Sendable {
  private(set) var response: Response
  var record: CallRecord

  var plan: EndpointPlan { record.plan }
  var check: ResponseCheck { record.draft.check }

  /// The body to be taken piece by piece.
  consuming package func stream() -> StreamedBody { StreamedBody(self) }
}
