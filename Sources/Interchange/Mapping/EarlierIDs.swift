import DiaryStore
import SQLiteKit

/// The forms of ids that a diary has for files of one kind; others need not be computed.
struct EarlierIDs: Hashable {
  var forms: Set<IDForm> = []
  /// The columns that users named in earlier imports.
  private var chosen: [ChosenColumns] = []

  init(forms: Set<IDForm> = []) { self.forms = forms }

  init(of source: String, in destination: any ImportDestination) throws(StoreError) {
    for form in IDForm.allCases where try destination.firstID(ofSource: source, in: form.ids) != nil {
      forms.insert(form)
    }
    // One query for each choice, however many beers it has.
    var ids = IDForm.chosen.ids
    while let id = try destination.firstID(ofSource: source, in: ids), let columns = ChosenColumns(id: id) {
      chosen.append(columns)
      ids = columns.end..<ids.upperBound
    }
  }

  /// Whether the diary has ids that several rows of a file can have.
  var hasSharedIDs: Bool { forms.contains(.fields) || forms.contains(.column) }

  /// The identities by which rows may have been recognized in an earlier import.
  ///
  /// - Parameter identities: What their file's columns say.
  func identities(_ identities: some Sequence<RowIdentity>, _ mapping: ColumnMapping) -> [RowIdentity] {
    identities.filter { $0.form.map(forms.contains) ?? false }
      + chosen.compactMap { mapping.columns(withIdentityKeys: $0.keys).map { .chosen($0) } }
  }
}

/// The columns that the user chose to identify rows, as their ids encode them.
struct ChosenColumns: Hashable {
  /// In an order that does not depend on the file's or the user's; see `ColumnMapping.identityKey(_:)`.
  let keys: [String]

  init(_ keys: [String]) { self.keys = keys.sorted() }

  /// Decodes the columns from an id; `nil` if the id is malformed.
  ///
  /// - Parameter id: Of the form `chosen`.
  init?(id: String) {
    let parts = id.dropFirst(IDForm.chosen.prefix.count).split(
      separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    keys = parts[0].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  /// The part after the form's prefix in an id; keys have neither commas nor colons.
  var prefix: String { keys.joined(separator: ",") + ":" }

  /// A text that sorts after all ids with these columns.
  var end: String { IDForm.chosen.prefix + keys.joined(separator: ",") + ";" }
}
