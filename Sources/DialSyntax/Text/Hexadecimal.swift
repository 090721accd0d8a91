/// A number in capital hexadecimal digits, at least `width` of them.
func hex(_ number: some BinaryInteger, _ width: Int) -> String {
  let digits = String(number, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
