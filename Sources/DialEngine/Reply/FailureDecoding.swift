import DialJSON
public import DialMessage
import DialModel
import HTTPTypes

extension CallError {
  /// Decodes the body of a rejected response: as the declared failure shape if it fits, otherwise by its media type.
  ///
  /// ```swift
  /// do { try await users.getUser(id: 7) } catch {
  ///   let problem: APIError = try error.decodeFailure()
  /// }
  /// ```
  ///
  /// Throws the error itself if there was no response (no connection, a timeout), or one with code `decoding` if the body is not a `T`.
  public func decodeFailure<T: Decodable>(_ type: T.Type = T.self) throws(CallError) -> T {
    guard status != nil, let body else { throw self }
    do throws(JSONError) {
      return try decodeFirst(type, [failure, content], body)
    } catch {
      var misfit = self
      misfit.code = .decoding
      misfit.hint = nil
      misfit.message = "the failure of '\(endpoint)' is no \(type): \(error.message)"
      throw misfit
    }
  }
}

extension Reply {
  /// Decodes the body as a failure, for calls that accept such statuses (`accept: any`): as the declared failure shape if it fits,
  /// otherwise by its media type. Throws a ``CallError`` with code `decoding` if the body is not a `T`.
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
      throw decodingError("the failure of '\(endpoint.name)' is no \(type): \(error.message)")
    }
  }
}

/// Returns the first value that is a `T`, otherwise tries the body as JSON. Throws the error of the first value.
private func decodeFirst<T: Decodable>(_ type: T.Type, _ values: [JSON?], _ body: [UInt8]) throws(JSONError) -> T {
  var first: JSONError?
  for value in values.compactMap({ $0 }) {
    do throws(JSONError) { return try value.decode(type) } catch { first = first ?? error }
  }
  do throws(JSONError) { return try JSON(parsing: body).decode(type) } catch { throw first ?? error }
}
