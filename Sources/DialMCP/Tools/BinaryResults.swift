import Dial
import Synchronization

/// The last binary results, which a client reads as resources, so that they are not in the context of the model.
final class BinaryResults: Sendable {
  struct Item: Sendable {
    let address: String
    let bytes: [UInt8]
    let type: String

    /// The result of the tool: a link to the resource, with its size.
    var link: JSON {
      [
        "type": "resource_link", "uri": .string(address), "name": "result", "mimeType": .string(type), "size": JSON(bytes.count),
      ]
    }

    var contents: JSON { ["uri": .string(address), "mimeType": .string(type), "blob": .string(Base64.encode(bytes))] }
  }

  private static let maxCount = 8
  private static let maxBytes = 64 << 20

  private let items = Mutex<[Item]>([])

  func add(_ bytes: [UInt8], type: String?) -> Item {
    let address = "dial-result:" + PercentEncoding.hex(Confirmations.random())
    let item = Item(address: address, bytes: bytes, type: TerminalText.safe(type ?? "application/octet-stream"))
    items.withLock { items in
      items.append(item)
      while items.count > 1, items.count > Self.maxCount || items.reduce(0, { $0 + $1.bytes.count }) > Self.maxBytes { items.removeFirst() }
    }
    return item
  }

  subscript(address: String) -> Item? { items.withLock { $0.first { $0.address == address } } }
}
