import DialJSON
import DialMessage
import DialModel
import HTTPTypes

/// An accepted response whose head has arrived and whose body is still to be read.
package struct OpenedReply: Sendable {
  private(set) var response: Response
  var record: CallRecord

  var plan: EndpointPlan { record.plan }
  var check: ResponseCheck { record.draft.check }

  /// Returns the body for reading in pieces.
  consuming package func stream() -> StreamedBody { StreamedBody(self) }
}
