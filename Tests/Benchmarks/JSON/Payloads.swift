/// Texts to parse, which are the same in every run.
enum Payloads {
  /// Returns an array of user objects of about 400 bytes with at least `size` bytes; members in the order of ``User``.
  static func users(_ size: Int) -> [UInt8] {
    var dice = Dice(state: 7)
    var out = Array("[".utf8)
    var id = 0
    while out.count < size {
      if id > 0 { out.append(UInt8(ascii: ",")) }
      id += 1
      out.append(contentsOf: user(id, &dice).utf8)
    }
    out.append(UInt8(ascii: "]"))
    return out
  }

  private static func user(_ id: Int, _ dice: inout Dice) -> String {
    let first = ["Ann", "Bob", "Zoë", "Chidi", "Marguerite", "李"][dice.next(6)]
    let city = ["Zürich", "Oslo", "Santiago de Compostela", "Lyon"][dice.next(4)]
    let tags = ["\"alpha\",\"beta\"", "", "\"a-rather-long-label\",\"b\",\"c\""][dice.next(3)]
    let bio = ["Likes tea, long walks and short functions.", "Said \\\"no\\\"\\nand left.", ""][dice.next(3)]
    return """
      {"id":\(id + 1_000_000),"uuid":"\(hex(8, &dice))-\(hex(4, &dice))-4\(hex(3, &dice))-9\(hex(3, &dice))-\(hex(12, &dice))",\
      "name":"\(first) Example","email":"user\(id)@mail.example.test","age":\(18 + dice.next(60)),\
      "active":\(dice.next(2) == 0),"balance":\(Double(dice.next(10_000_000)) / 100),\
      "score":0.\(1_000_000 + dice.next(8_999_999))\(dice.next(1_000_000) + 100_000),"created":"2024-0\(1 + dice.next(9))-1\(dice.next(10))T08:00:00Z",\
      "tags":[\(tags)],"address":{"street":"\(dice.next(200)) Long Street","city":"\(city)","zip":"\(10_000 + dice.next(80_000))",\
      "lat":\(Double(dice.next(18_000_000)) / 100_000 - 90),"lon":\(Double(dice.next(36_000_000)) / 100_000 - 180)},\
      "manager":\(dice.next(3) == 0 ? "null" : String(dice.next(100_000))),"bio":"\(bio)"}
      """
  }

  private static func hex(_ count: Int, _ dice: inout Dice) -> String {
    String((0..<count).map { _ in Array("0123456789abcdef")[dice.next(16)] })
  }

  static func timeline(_ size: Int) -> [UInt8] {
    var dice = Dice(state: 8)
    var posts: [String] = []
    var count = 0
    while count < size {
      let text = (0..<3).map { _ in ["前田あゆみ", "名前を", "@aym0566x ", "元気です！", "RT http:\\/\\/t.co\\/x1", "\\n"][dice.next(6)] }
      let flags = (0..<16).map { "        \"profile_flag_number_\($0)\": \(["true", "false", "null"][dice.next(3)])" }
      let post = """
            {
              "created_at": "Sun Aug 31 00:29:15 +0000 2014",
              "id": \(505_874_924_095_815_681 + count),
              "id_str": "\(505_874_924_095_815_681 + count)",
              "text": "\(text.joined())",
              "user": {
        \(flags.joined(separator: ",\n"))
              },
              "entities": { "hashtags": [], "urls": [], "indices": [ \(dice.next(140)), \(dice.next(140)) ] }
            }
        """
      posts.append(post)
      count += post.utf8.count
    }
    return Array("{\n  \"statuses\": [\n\(posts.joined(separator: ",\n"))\n  ]\n}\n".utf8)
  }

  static func catalog(_ size: Int) -> [UInt8] {
    var dice = Dice(state: 9)
    var shows: [String] = []
    var count = 0
    while count < size {
      let prices = (0..<4).map { _ in
        """
                        {
                            "amount": \(dice.next(200_000)),
                            "audienceSubCategoryId": 337100890,
                            "seatCategoryId": \(338_937_290 + dice.next(10))
                        }
        """
      }
      let areas = (0..<8).map { _ in
        "                            {\n                                \"areaId\": \(205_705_993 + dice.next(99)),\n"
          + "                                \"blockIds\": []\n                            }"
      }
      let show = """
                {
                    "eventId": \(138_586_341 + shows.count),
                    "id": \(138_586_345 + shows.count),
                    "logo": null,
                    "prices": [
        \(prices.joined(separator: ",\n"))
                    ],
                    "areas": [
        \(areas.joined(separator: ",\n"))
                    ],
                    "venueCode": "PLEYEL_PLEYEL"
                }
        """
      shows.append(show)
      count += show.utf8.count
    }
    return Array("{\n    \"performances\": [\n\(shows.joined(separator: ",\n"))\n    ]\n}\n".utf8)
  }

  static func points(_ size: Int) -> [UInt8] {
    var dice = Dice(state: 10)
    var out = Array(#"{"type":"Polygon","coordinates":[["#.utf8)
    var isFirst = true
    while out.count < size {
      if !isFirst { out.append(UInt8(ascii: ",")) }
      isFirst = false
      out.append(contentsOf: "[-\(50 + dice.next(90)).\(100_000 + dice.next(899_999))\(10_000_000 + dice.next(89_999_999)),".utf8)
      out.append(contentsOf: "\(40 + dice.next(40)).\(100_000 + dice.next(899_999))\(10_000_000 + dice.next(89_999_999))]".utf8)
    }
    return out + Array("]]}".utf8)
  }
}

/// Random numbers that are the same in every run.
struct Dice {
  var state: UInt64

  /// Returns a number below `limit`.
  mutating func next(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(truncatingIfNeeded: (state >> 33) % UInt64(limit))
  }
}
