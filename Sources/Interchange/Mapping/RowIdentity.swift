/// What the rows of a file are recognised by when it is imported again.
package enum RowIdentity: Hashable, Sendable {
  /// The uuid of a beer in this program's own export.
  case uuid(Int)
  /// Untappd's id of a check-in, in the first of these columns that has one.
  case checkIn([Int])
  /// A column with an id or a link of its own in each row.
  ///
  /// A link or a uuid stands alone. Any other id, such as 17, may be another beer's in another file, so the columns of
  /// the beer's name belong to it.
  case id(Int, names: [Int])
  /// The columns that the user names.
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

  /// The form of the ids that it makes; `nil` for ids that come with the file.
  var form: IDForm? {
    switch self {
    case .uuid, .checkIn: nil
    case .id: .column
    case .chosen: .chosen
    case .fields: .fields
    }
  }
}

/// How the id of an imported beer was made; the beginning of an id says it.
enum IDForm: Hashable, CaseIterable {
  /// From all values of a row.
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

  /// The ids of this form: those of whole rows begin with a hexadecimal digit.
  var ids: Range<String> { self == .wholeRow ? "0"..<"g" : prefix..<prefix.dropLast() + ";" }
}

extension ColumnMapping {
  /// The fields that tell one beer from another.
  private static let identifyingFields: [BeerField] = [.name, .brewery, .drunkAt, .place]

  /// What rows are recognised by: first of all an id that comes with the file, then one that was found in it.
  ///
  /// The others are what the rows may have been recognised by when an earlier state of the file was imported.
  func identities(_ ids: IDColumn?) -> [RowIdentity] {
    if let uuid = column(of: .uuid) { return [.uuid(uuid)] }
    var identities: [RowIdentity] = [.fields(identifyingColumns)]
    if let ids {
      let id = RowIdentity.id(ids.column, names: ids.isGlobal ? [] : columns(of: .name))
      identities.insert(id, at: ids.isUnique ? 0 : 1)
    }
    return checkInColumns.isEmpty ? identities : [.checkIn(checkInColumns)] + identities
  }

  private var identifyingColumns: [Int] {
    let columns = Self.identifyingFields.flatMap(columns)
    // Without a date of its own, a beer has that of its entry.
    return column(of: .drunkAt) == nil ? columns + self.columns(of: .createdAt) : columns
  }

  private var checkInColumns: [Int] {
    guard dialect == .untappd else { return [] }
    return ["checkinid", "checkinurl"].compactMap(header.fieldKeys.firstIndex)
  }

  /// All columns that hold a field, from 0.
  func columns(of field: BeerField) -> [Int] { roles.indices.filter { roles[$0] == .field(field) } }
}
