struct User: Codable, Equatable {
  var id: Int
  var uuid: String
  var name: String
  var email: String
  var age: Int
  var active: Bool
  var balance: Double
  var score: Double
  var created: String
  var tags: [String]
  var address: Address
  var manager: Int?
  var bio: String
}

struct Address: Codable, Equatable {
  var street: String
  var city: String
  var zip: String
  var lat: Double
  var lon: Double
}
