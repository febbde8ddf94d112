package import DiaryStore
package import SQLiteKit

/// Why a file could not be imported, or not with all of its photos.
package enum ImportError: OperationError {
  /// There is no file at the path.
  case notFound(path: String)
  /// The path is that of a folder.
  case isFolder(path: String)
  /// The user may not read the file.
  case permissionDenied(path: String)
  /// The file cannot be read; `reason` is the end of a sentence.
  case unreadable(path: String, reason: String)
  /// It is a diary that this program has open, or a file of SQLite next to it.
  case openDiary(path: String)
  /// The folder of the photos is missing or cannot be read.
  case noPhotoFolder(path: String)
  /// The JSON has objects without members.
  case noBeers
  /// The file has neither a header nor a row.
  case empty
  /// The file is not text; `kind` is what it is, such as `a PNG picture`.
  case binary(kind: String)
  /// The first line may be a beer: a cell is a value, or none is a known column name.
  case noHeader(row: [String])
  /// A quote in the header is not closed.
  case brokenHeader(line: Int)
  /// A quote is not closed within the maximum length of a row, so that it is unknown where the row on this line ends.
  case endlessQuote(line: Int)
  /// The column names on a line are not those of the table before, or have another delimiter; `columns` are the names that
  /// the table does not have, or empty.
  case anotherTable(line: Int, columns: [String])
  /// The JSON is broken at a position, and the rest cannot be read; `what` is the end of a sentence.
  case brokenJSON(line: Int, column: Int, what: String)
  /// Several lists of a JSON file could be meant.
  case severalLists([JSONList])
  /// The object around lists of beers could be a beer as well; `name` is the member that would be its name.
  case listsInBeer([JSONList], name: String)
  /// The user named a list of a file that has no lists within objects.
  case noLists
  /// The user named a list that the file does not have.
  case noSuchList(String, lists: [String])
  /// The user named a column that the file does not have.
  case noSuchColumn(String, columns: [String])
  /// The user assigned several columns to the same field.
  case sameField(String, columns: [String])
  /// A saved mapping needs columns that the file does not have.
  case mappingDoesNotFit(String, missing: [String], columns: [String])
  /// No column can be the beer's name; `columns` are those of the file.
  case noNameColumn(columns: [String])
  /// No column can be the beer's name, and the columns describe breweries.
  case onlyBreweries(columns: [String])
  /// The user named columns to recognize rows by in a Beer Diary export, which has ids.
  case fixedIdentity
  /// The rows were written, but not all of their photos.
  case photosNotAdded(PhotoError)
  /// The diary could not be opened or created.
  case opening(OpeningError)
  /// The diary could not be read or written; `.cancelled` if the caller stopped an import of one transaction.
  case store(StoreError)

  /// The error of the file system or SQLite about the diary; `nil` if the file or the diary itself is the reason.
  package var storeError: StoreError? {
    switch self {
    case .store(let error): error
    case .opening(let error): error.storeError
    case .photosNotAdded(let error): error.storeError
    default: nil
    }
  }

  /// What happened and what to do, for the user.
  package var sentence: String {
    switch self {
    case .notFound(let path): "There is no file \(SafeText.sanitized(path, limit: 200)). Check the path."
    case .isFolder(let path):
      "\(SafeText.sanitized(path, limit: 200)) is a folder. Name a CSV or JSON file in it."
    case .permissionDenied(let path):
      "You have no permission to read \(SafeText.sanitized(path, limit: 200)). Change its permissions."
    case .unreadable(let path, let reason):
      "\(SafeText.sanitized(path, limit: 200)) could not be read: \(reason)."
    case .openDiary(let path):
      "\(SafeText.sanitized(path, limit: 200)) is the diary itself. Name a CSV or JSON file."
    case .noPhotoFolder(let path):
      "The folder \(SafeText.sanitized(path, limit: 200)) does not exist or cannot be read. Check the path."
    case .empty: "The file is empty. Export the beers as CSV with column names, or as JSON."
    case .noBeers: "The file contains no beers. Name another file."
    case .binary where isDatabase:
      "The file is an SQLite database, not text. If it is a diary, use `beerdiary adopt` to add its beers."
    case .binary(let kind): "The file is \(kind), not text. Export the beers as CSV or JSON first."
    case .noHeader(let row):
      "The first line may be a beer (\(Self.listed(row))). If it is, use --headerless --map 1=name. "
        + "If it has column names, use --map \"COLUMN=name\"."
    case .brokenHeader(let line):
      "The column names on line \(line) cannot be read because a quote is not closed. Correct that line."
    case .endlessQuote(let line):
      "The quote on line \(line) is not closed, or its row is larger than \(BufferedInput.maxRecordLength >> 20) MB. "
        + "Correct that row; the rows after it cannot be read."
    case .anotherTable(let line, let columns):
      "Another table begins on line \(line), with "
        + (columns.isEmpty
          ? "another delimiter"
          : "columns that the table before does not have: \(Self.quoted(columns).joined(separator: ", "))")
        + ". Move it to a file of its own, and import both."
    case .brokenJSON(let line, let column, let what):
      "The JSON is invalid on line \(line), column \(column): \(what). Correct it there."
    case .severalLists(let lists):
      "\(Self.statement(lists)) Choose one with --records, for example --records \(lists.first?.shownName ?? "")."
    case .listsInBeer(let lists, let name):
      "\(Self.statement(lists, inBeer: true)) To import the list, use --records \(lists.first?.shownName ?? ""). To import "
        + "the object as one beer, use `--map \"\(SafeText.sanitized(name, limit: 60))=name\"`."
    case .noLists: "--records requires a JSON file that is an object with lists."
    case .noSuchList(let name, let lists):
      "The file has no list “\(SafeText.sanitized(name, limit: 60))” (found: \(Self.listed(lists)))."
    case .noSuchColumn(let name, let columns):
      "There is no column “\(SafeText.sanitized(name))” (found: \(Self.listed(columns)))."
    case .sameField(let field, let columns):
      "Only one column can be \(field), not \(Self.quoted(columns).joined(separator: " and ")). Choose one."
    case .mappingDoesNotFit(let name, let missing, let columns):
      "The mapping “\(SafeText.sanitized(name))” does not fit this file, which has no column "
        + "\(Self.quoted(missing).joined(separator: ", ")) (found: \(Self.listed(columns)))."
        + Self.headerlessAdvice(missing, columns)
    case .onlyBreweries(let columns):
      "The file lists breweries: no column has the names of beers (found: \(Self.listed(columns))). Name another file."
    case .noNameColumn(let columns):
      "No column has the names of beers. Set it with --map \"COLUMN=name\" (found: \(Self.listed(columns)))."
    case .fixedIdentity:
      "The rows of a Beer Diary export are identified by their ids. Remove --identity."
    case .photosNotAdded(let error):
      "The beers were added, but some of their photos were not. Import the file again to add them. "
        + error.sentence
    case .opening(let error): error.sentence
    case .store(let error): error.sentence
    }
  }

  /// Whether the file is a database, which may be a diary.
  package var isDatabase: Bool { self == .binary(kind: BinaryDetection.database) }

  /// Returns the sentence above lists from which the user chooses one.
  ///
  /// - Parameter inBeer: Whether the object around them could be a beer.
  package static func choice(of lists: [JSONList], inBeer: Bool) -> String {
    statement(lists, inBeer: inBeer) + " Choose the list to import."
  }

  private static func statement(_ lists: [JSONList], inBeer: Bool = false) -> String {
    let lists = (lists.count == 1 ? "the list " : "several lists: ") + counted(lists)
    return (inBeer ? "The file is one beer, or has " : "The file has ") + lists + "."
  }

  /// Returns a sentence about missing columns that are numbers, as in files without column names; otherwise nothing.
  private static func headerlessAdvice(_ missing: [String], _ columns: [String]) -> String {
    let isHeaderless = columns == columns.indices.map { String($0 + 1) }
    guard !isHeaderless, missing.allSatisfy({ Int($0) != nil }) else { return "" }
    return " If the file has no column names, use --headerless."
  }

  private static func quoted(_ columns: [String]) -> [String] {
    columns.prefix(8).map { "“\(SafeText.sanitized($0, limit: 30))”" }
  }

  /// Lists as `beers (12 items) and wishlist (1 item)`.
  private static func counted(_ lists: [JSONList]) -> String {
    let shown = lists.prefix(8).map { list in
      "\(list.shownName) (\(list.count) \(list.count == 1 ? "item" : "items"))"
    }
    if shown.count < 2 { return shown.joined() }
    if lists.count > shown.count { return shown.joined(separator: ", ") + ", …" }
    return shown.dropLast().joined(separator: ", ") + " and " + (shown.last ?? "")
  }

  private static func listed(_ columns: [String]) -> String {
    let shown = columns.prefix(8).map { SafeText.sanitized($0, limit: 30) }.joined(separator: ", ")
    return columns.count > 8 ? shown + ", …" : shown
  }
}
