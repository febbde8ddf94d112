import DiaryStore

/// How the rows of a file are recognized when it is imported again.
package enum RowIdentity: Hashable, Sendable {
  /// The UUID of a beer in a Beer Diary export; rows without one are recognized by their fields.
  case uuid(Int)
  /// Untappd's id of a check-in, in the first of these columns that has one.
  case checkIn([Int])
  /// A column with a unique id or link in each row.
  ///
  /// Links and UUIDs are globally unique, and `names` is empty if most ids are of this kind. Any other id, such as 17,
  /// may belong to another beer in another file, so it is combined with the beer's name from the columns `names`.
  case id(Int, names: [Int])
  /// The columns that the user chose.
  case chosen([Int])
  /// The columns of the beer's name and brewery, the date and the venue, as far as the file has them.
  case fields([Int])

  /// The columns, from 0.
  package var columns: [Int] {
    switch self {
    case .uuid(let column): [column]
    case .id(let column, let names): [column] + names
    case .checkIn(let columns), .chosen(let columns), .fields(let columns): columns
    }
  }

  /// Whether rows with the same id are certainly about the same beer.
  var isCertain: Bool { form == nil || form == .chosen }

  /// The form of the ids that are computed; `nil` for ids that come with the file.
  var form: IDForm? {
    switch self {
    case .uuid, .checkIn: nil
    case .id: .column
    case .chosen: .chosen
    case .fields: .fields
    }
  }
}

/// How the id of an imported beer was computed, which its prefix shows.
enum IDForm: Hashable, CaseIterable {
  /// It was computed from all values of a row.
  case wholeRow
  case column, chosen, fields

  var prefix: String {
    switch self {
    case .wholeRow: ""
    case .column: "i:"
    case .chosen: "u:"
    case .fields: "k:"
    }
  }

  /// The ids of this form: those of whole rows begin with a digit or a letter up to `f`.
  var ids: Range<String> { self == .wholeRow ? "0"..<"g" : prefix..<prefix.dropLast() + ";" }
}

extension ColumnMapping {
  /// The fields that distinguish beers if the file has no ids.
  private static let defaultIdentifyingFields: [BeerField] = [.name, .brewery, .drunkAt, .place]

  /// Returns the ways to recognize rows, the best first.
  ///
  /// The others are needed for rows without a UUID, and because an earlier import of the file may have used them.
  ///
  /// - Parameter ids: The columns in which ids were found.
  func identities(_ ids: [IDColumn]) -> [RowIdentity] {
    if let uuid = column(of: .uuid) { return [.uuid(uuid), .fields(identifyingColumns)] }
    var identities = ids.map {
      RowIdentity.id($0.column, names: $0.isGlobal ? [] : columns(of: .name))
    }
    identities.insert(.fields(identifyingColumns), at: ids.first?.isUnique == true ? 1 : 0)
    return checkInColumns.isEmpty ? identities : [.checkIn(checkInColumns)] + identities
  }

  /// Returns the name that stands for a column in the identity of rows: that of its field, or else its own.
  func identityKey(_ column: Int) -> String {
    switch roles[column] {
    case .field(.createdAt): BeerField.drunkAt.rawValue
    case .field(let field): field.rawValue
    case .extra, .custom, .ignored: uniqueKey(column)
    }
  }

  /// Returns the key of a column's name; the whole name if it has no key or another column has the same one.
  private func uniqueKey(_ column: Int) -> String {
    let key = header.keys[column]
    if !key.isEmpty, header.keys.count(where: { $0 == key }) == 1 { return key }
    let separators = ["%": "%25", ",": "%2C", ":": "%3A"]
    return header.names[column].map { separators[String($0)] ?? String($0) }.joined()
  }

  /// Returns the fields that distinguish the beers of a file: name and day if its rows have ids of check-ins.
  func identifyingFields(_ identity: RowIdentity?) -> IdentifyingFields {
    var fields = IdentifyingFields()
    switch identity {
    case .checkIn, nil: break
    case .uuid, .id, .chosen, .fields:
      for column in identity?.columns ?? [] {
        switch roles[column] {
        case .field(let field): if field.column != nil { fields.columns.append(field.rawValue) }
        case .extra, .custom: fields.customFields.append(customName(column))
        case .ignored: break
        }
      }
    }
    if fields == IdentifyingFields() {
      fields.columns = [BeerField.name.rawValue, BeerField.drunkAt.rawValue]
    }
    return fields
  }

  /// Returns the columns with these keys; `nil` if one is missing.
  func columns(withIdentityKeys keys: [String]) -> [Int]? {
    var columns: [Int] = []
    for key in keys {
      guard let column = roles.indices.first(where: { identityKey($0) == key && !columns.contains($0) })
      else { return nil }
      columns.append(column)
    }
    return columns
  }

  private var identifyingColumns: [Int] {
    let columns = Self.defaultIdentifyingFields.flatMap(columns)
    // In a file without dates of drinking, the date of the entry is used.
    return column(of: .drunkAt) == nil ? columns + self.columns(of: .createdAt) : columns
  }

  private var checkInColumns: [Int] {
    dialect.checkInKeys.compactMap(header.fieldKeys.firstIndex)
  }

  /// Returns all columns that hold a field, from 0.
  func columns(of field: BeerField) -> [Int] { roles.indices.filter { roles[$0] == .field(field) } }
}
