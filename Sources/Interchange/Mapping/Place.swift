/// A venue's name, city and country as one line of text; empty where it is not known.
struct Place {
  var name: UnsafeBufferPointer<UInt8>
  var city: UnsafeBufferPointer<UInt8>
  var country: UnsafeBufferPointer<UInt8>

  /// Hands over the parts of `Café 't Arendsnest, Amsterdam, Nederland`.
  ///
  /// What is missing or only repeats the part before it is left out.
  func forEachPart(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    var last = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    for part in [name, city, country] where !part.isEmpty && !part.elementsEqual(last) {
      body(part)
      last = part
    }
  }

  /// Whether name, city and country can be told from the line again.
  var isLossless: Bool {
    let isNameAlone = city.isEmpty && country.isEmpty
    let isWhole =
      !name.isEmpty && !city.isEmpty && !country.isEmpty && !name.elementsEqual(city)
      && !city.elementsEqual(country)
    return (isNameAlone || isWhole)
      && ![name, city, country].contains { $0.contains(UInt8(ascii: ",")) }
  }
}
