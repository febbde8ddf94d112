/// A venue's name, city and country; a part that is not known is empty.
struct Venue {
  var name: UnsafeBufferPointer<UInt8>
  var city: UnsafeBufferPointer<UInt8>
  var country: UnsafeBufferPointer<UInt8>

  /// Calls `body` with each part of a venue such as `Café 't Arendsnest, Amsterdam, Nederland`.
  ///
  /// Parts that are missing or only repeat the part before are left out.
  func forEachPart(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    var last = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    for part in [name, city, country] where !part.isEmpty && !part.elementsEqual(last) {
      body(part)
      last = part
    }
  }

  /// Whether name, city and country can be recovered from the line.
  var isLossless: Bool {
    let isNameAlone = city.isEmpty && country.isEmpty
    let isWhole =
      !name.isEmpty && !city.isEmpty && !country.isEmpty && !name.elementsEqual(city)
      && !city.elementsEqual(country)
    return (isNameAlone || isWhole)
      && ![name, city, country].contains { $0.contains(UInt8(ascii: ",")) }
  }
}

/// The columns from which a venue is composed.
struct VenueColumns {
  private let names: [Int]
  private let cities: [Int]
  private let countries: [Int]
  /// All columns with a part of a venue.
  let all: [Int]

  init(_ mapping: ColumnMapping) {
    names = mapping.columns(of: .place)
    cities = mapping.columns(of: .city)
    countries = mapping.columns(of: .country)
    all = names + cities + countries
  }

  /// Whether venues are joined from several columns, after which their parts cannot be separated.
  var hasSeveralParts: Bool { !cities.isEmpty || !countries.isEmpty }

  /// The columns of a record's name, city and country; `.max`, whose value is empty, for a missing part.
  func columns(of record: FileRecord) -> (name: Int, city: Int, country: Int) {
    (column(names, of: record), column(cities, of: record), column(countries, of: record))
  }

  private func column(_ columns: [Int], of record: FileRecord) -> Int {
    columns.first { column in
      !record.isNested(at: column) && record.withValue(at: column) { !$0.isEmpty }
    } ?? .max
  }

  /// Returns the venue of a record as one line, or `nil` if it has none.
  func text(of record: FileRecord) -> String? {
    withVenue(of: record) { venue in
      var parts: [String] = []
      venue.forEachPart { parts.append(String(decoding: $0, as: UTF8.self)) }
      return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
  }

  /// Calls `body` with the venue of a record.
  func withVenue<Value>(of record: FileRecord, _ body: (Venue) -> Value) -> Value {
    let columns = columns(of: record)
    return record.withValue(at: columns.name) { name in
      record.withValue(at: columns.city) { city in
        record.withValue(at: columns.country) { body(Venue(name: name, city: city, country: $0)) }
      }
    }
  }
}
