import Dial
import HTTPTypes

/// What a server answered with a head that `-v` and `-i` show.
protocol Answered {
  var status: HTTPResponse.Status { get }
  var headers: HTTPFields { get }
}

extension Reply: Answered {}
extension Download: Answered {}
