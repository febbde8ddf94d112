package import DiaryStore
package import DiaryText
package import Interchange
package import Telemetry

/// What an update asks for outside: done elsewhere, answered with a ``Message``.
package enum Effect: Equatable, Sendable {
  /// Opens the diary, which may migrate it; answered by `migrating` and `opened`.
  case openDiary
  /// Asks a migration that runs to stop; what it did is undone.
  case cancelOpening

  /// Has lists read anew, whatever is known of changes.
  case invalidateListCache
  case loadSummary(SummaryRequest)
  /// Where several wait, only the newest has to run.
  case loadRows(RowRequest)
  /// Where several wait, only the newest has to run.
  case loadPlace(PlaceRequest)
  /// Where several wait, only the newest has to run.
  case loadMatch(MatchRequest)
  /// Where several wait, only the newest has to run.
  case loadMarks(MarkRequest)
  /// Asks which beers a list shows, for the marks on others; where several wait, only the newest has to run.
  case compareMarks(MarkRequest)
  /// Reads what filters can be completed with.
  case loadVocabulary
  /// Reads what the diary has in a field; answered by `fieldValues`.
  case loadValues(of: String)
  /// Answered by `today`.
  case askToday
  /// Where several wait, only the newest has to run.
  case loadBeer(BeerRequest)
  /// Counts the beers of a list; may take a second or two.
  case loadStatistics(BeerQuery)
  /// Asks for what the form needs.
  case loadFormHelp
  /// Keeps what a form holds for the next start, beside what is kept already; only the one that it replaces goes.
  case keepDraft(FormDraft, replacing: String?)
  /// Forgets what was kept of a form, by its ``KeptDraft/id``.
  case dropDraft(String)
  /// Says a sentence on the shell once the terminal is given back.
  case sayAtEnd(String)
  /// Lets the user write in the editor of their choice, which has the terminal meanwhile.
  case editNotes(String, beer: Int64?)
  /// Must run in the order in which they were asked for.
  case change(ChangeRequest)
  /// Loads pictures of photos, or makes them; answered by `pictures` as they come. Only the newest request has to run.
  case loadPictures(PictureRequest)
  /// Shows a photo in the system's viewer; answered by `photoViewed`.
  case viewPhoto(Int64)
  /// Reads the names in a folder; answered by `folder`.
  case listFolder(FolderRequest)
  /// Reads a file to see what it would bring; answered by `importProgress` and `importPreviewed`.
  case previewImport(ImportRequest)
  /// Adds a file's beers; answered by `importProgress` and `imported`.
  case runImport(ImportRequest)
  /// Ends what the two before have begun.
  case stopImport
  /// Keeps what columns are in the user's settings; answered by `mappingSaved`.
  case saveMapping(SavedMapping)
  /// Does a slice of the diary's background work.
  case workInBackground

  /// Notes that the user has seen what a first start announces.
  case noteAnnouncement
  /// Notes how the program is used; nothing of the user's is in it.
  case record(Signal)

  /// Draws every cell anew.
  case redrawAll
  /// Gives the terminal back and stops the process until it is resumed.
  case suspend
  case quit(Ending)
}

/// How the interface ended.
package enum Ending: Hashable, Sendable {
  case finished
  case signal(SystemSignal)
  /// The diary could not be opened.
  case openingFailed(OpeningError)
  /// The last change could not be saved.
  case changeFailed(ChangeError)
}

/// Asks for the numbers above the list.
package struct SummaryRequest: Hashable, Sendable {
  package let query: BeerQuery
  /// Rises with every request, so that an answer to an older one can be told.
  package let generation: Int

  package init(query: BeerQuery, generation: Int) {
    self.query = query
    self.generation = generation
  }
}

/// Asks for a part of the list.
package struct RowRequest: Hashable, Sendable {
  package let query: BeerQuery
  package let range: Range<Int>
  /// What the rows are to tell of, where it is not what the query searches for.
  package let search: String
  /// Rises with every request, so that an answer to an older one can be told.
  package let generation: Int

  package init(query: BeerQuery, range: Range<Int>, search: String = "", generation: Int) {
    self.query = query
    self.range = range
    self.search = search
    self.generation = generation
  }
}

/// Asks where a beer stands in another list, so that the cursor can stay on it.
package struct PlaceRequest: Hashable, Sendable {
  package let query: BeerQuery
  package let beer: Int64
  /// Where it stands in the list that is shown.
  package let position: Int
  /// Rises with every request, so that an answer to an older one can be told.
  package let generation: Int

  package init(query: BeerQuery, beer: Int64, position: Int, generation: Int) {
    self.query = query
    self.beer = beer
    self.position = position
    self.generation = generation
  }
}

/// Asks where the next beer stands that has the words of a search.
package struct MatchRequest: Hashable, Sendable {
  package let query: BeerQuery
  package let search: String
  /// Where to begin, from 0.
  package let position: Int
  package let isBackward: Bool
  /// Rises with every request, so that an answer to an older one can be told.
  package let generation: Int

  package init(query: BeerQuery, search: String, position: Int, isBackward: Bool, generation: Int) {
    self.query = query
    self.search = search
    self.position = position
    self.isBackward = isBackward
    self.generation = generation
  }
}

/// Asks for one beer with its photos.
package struct BeerRequest: Hashable, Sendable {
  package let id: Int64
  /// Rises with every request, so that an answer to an older one can be told.
  package let generation: Int

  package init(id: Int64, generation: Int) {
    self.id = id
    self.generation = generation
  }
}
