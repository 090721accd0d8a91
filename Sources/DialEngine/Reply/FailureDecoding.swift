import DialJSON
public import DialMessage
import DialModel
import HTTPTypes

extension CallError {
  /// The body of the refused reply as a type of Swift: as the declared failure shape where it fits, else by its media type.
  ///
  /// ```swift
  /// do { try await users.getUser(id: 7) } catch {
  ///   let problem: APIError = try error.decodeFailure()
  /// }
  /// ```
  ///
  /// Throws the error itself where no reply came with it (no connection, a timeout), and one of code `decoding` where the body is no `T`.
  public func decodeFailure<T: Decodable>(_ type: T.Type = T.self) throws(CallError) -> T {
    guard status != nil, let body else { throw self }
    do throws(JSONError) {
      return try decodeFirst(type, [failure, content], body)
    } catch {
      var misfit = self
      misfit.code = .decoding
      misfit.hint = nil
      misfit.message = "cannot read the error response of '\(endpoint)' as \(type): \(error.message)"
      throw misfit
    }
  }
}

extension Reply {
  /// The body as a type of Swift that tells a failure, for calls that accept statuses which are none (`accept: any`): as the declared
  /// failure shape where it fits, else by its media type. Throws a ``CallError`` of code `decoding` where the body is no `T`.
  ///
  /// ```swift
  /// let reply = try await users.call("getUser", ["id": 7], CallOptions(accept: .any))
  /// if reply.status.kind != .successful { let problem: APIError = try reply.decodeFailure() }
  /// ```
  public func decodeFailure<T: Decodable>(_ type: T.Type = T.self) throws(CallError) -> T {
    let bytes = body
    let refusal = ReplyReader(plan: plan).refusal(Response(status: status, headers: headers, url: url), bytes)
    do throws(JSONError) {
      return try decodeFirst(type, [refusal.failure, refusal.content], bytes)
    } catch {
      throw decodingError("cannot read the error response of '\(endpoint.name)' as \(type): \(error.message)")
    }
  }
}

/// The first of some values that is a `T`, else the body, be it JSON under another name. Throws the fault of the first.
private func decodeFirst<T: Decodable>(_ type: T.Type, _ values: [JSON?], _ body: [UInt8]) throws(JSONError) -> T {
  var first: JSONError?
  for value in values.compactMap({ $0 }) {
    do throws(JSONError) { return try value.decode(type) } catch { first = first ?? error }
  }
  do throws(JSONError) { return try JSON(parsing: body).decode(type) } catch { throw first ?? error }
}
