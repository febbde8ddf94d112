package import DiaryModel
package import DiaryStore
package import DiaryText
package import Foundation
package import Interchange
package import Telemetry
package import Terminal

/// Work that an update requests.
///
/// It is done elsewhere and answered with a ``Message``. Changes run in the order of their requests. A read of the diary
/// replaces earlier ones of its kind, which may then have no answer; only the vocabulary is always read.
package enum Effect: Equatable, Sendable {
  /// Opens the diary, which may migrate it. Answered by `migrating` and `opened`.
  case openDiary
  /// Stops a running migration, which is then rolled back.
  case cancelOpening

  /// Discards cached lists, whether or not changes are known.
  case invalidateListCache
  /// Counts the beers of a list. Answered by `summary`.
  case loadSummary(SummaryRequest)
  /// Reads a part of a list. Answered by `listItems`.
  case loadListItems(ListItemRequest)
  /// Finds a beer in a list. Answered by `position`.
  case loadPosition(PositionRequest)
  /// Finds the next beer that matches a search. Answered by `match`.
  case loadMatch(MatchRequest)
  /// Reads the ids of the beers at positions of a list, to mark them. Answered by `marks`.
  case loadMarks(MarkRequest)
  /// Reads which beers a list shows, to compare them with the marks.
  case compareMarks(MarkRequest)
  /// Reads the values for the completion of filters.
  case loadVocabulary
  /// Reads the values of a field. Answered by `fieldValues`.
  case loadValues(of: String)
  /// Looks for the choices of a picker.
  case loadChoices(ChoiceRequest)
  /// Answered by `today`.
  case loadToday
  /// Reads a beer with its photos. Answered by `beer`.
  case loadBeer(BeerRequest)
  /// Computes the statistics of a list, which may take a second or two.
  case loadStatistics(StatisticsRequest)
  /// Counts the beers of a list by month. Answered by `timeline`.
  case loadTimeline(TimelineRequest)
  /// Reads where the beers of a list were drunk. Answered by `positions`.
  case loadPositions(BeerQuery)
  /// Reads the review of a year.
  case loadYear(YearRequest)
  /// Reads the values that the form suggests, and the words in the notes and in these custom fields. Answered by
  /// `formSuggestions`, first without the words.
  case loadFormSuggestions(wordsIn: [String])
  /// Reads the beers of a label.
  case loadTimes(TimesRequest)
  /// Reads a label with its beers and photos.
  case loadLabel(LabelRequest)
  /// Looks for the beers of a menu.
  case loadMenuAnswers(MenuRequest)
  /// Finds labels that may be the same, which may take seconds. Answered by `labelSuggestions`.
  case loadLabelSuggestions(generation: Int)
  /// Reads the label and facts of a beer for the form: to fill it in, or, for a typed name, to say in the title which
  /// time it is. Answered by `repeatedBeer`.
  case loadRepeatedBeer(RepeatedBeerReference)
  /// Keeps a draft of the form for the next start. Other drafts stay, except for the one that it replaces.
  case keepDraft(FormDraft, replacing: String?)
  /// Keeps a draft of the form while it is edited, a moment after its first change; `nil` deletes it.
  case keepDraftSoon(FormDraft?, replacing: String?)
  /// Has a draft offered again at the next start, by its ``KeptDraft/id``.
  case releaseDraft(String)
  /// Deletes a draft by its ``KeptDraft/id``.
  case dropDraft(String)
  /// No longer offers to finish the interrupted adoption of the diary at a path.
  case forgetAdoption(String)
  /// Prints a sentence after the terminal is restored.
  case printAtExit(String)
  /// Opens the notes in the user's editor, which owns the terminal until it exits.
  case editNotes(String, beer: Int64?)
  /// Opens the settings in the user's editor, which owns the terminal until it exits. Answered by `settingsEdited`.
  case editSettings
  /// Changes the diary. Answered by `changing` and `changed`.
  case change(ChangeRequest)
  /// Reads the newest change in the log that is not undone. Answered by `changeToUndo`.
  case loadChangeToUndo
  /// Stops a change that is being made; does nothing if it has ended.
  case stopChange(ChangeRequest)
  /// Loads or makes pictures of photos. Answered by `pictures` as they are ready.
  case loadPictures(PictureRequest)
  /// Makes photos as they are shown in boxes of the screen. Answered by `rendered` for each. Only the newest request has to
  /// run.
  case renderPictures([PictureSpec])
  /// Shows a photo in the system's viewer. Answered by `photoViewed`.
  case viewPhoto(Int64)
  /// Reads the names in a folder. Answered by `folder`.
  case listFolder(FolderRequest)
  /// Reads a folder for the screen with files. Answered by `folderBrowsed`.
  case browseFolder(String)
  /// Runs a command on the terminal, which it owns until it ends. Answered by `commandEnded` or `commandRefused`.
  case runCommand(TerminalCommand)
  /// Reads a file to preview its import. Answered by `importProgress` and `importPreviewed`.
  case previewImport(ImportRequest)
  /// Imports a file. Answered by `importProgress` and `imported`.
  case runImport(ImportRequest)
  /// Stops the preview or the import that is running.
  case stopImport
  /// Finds out what adding the beers of the diary at a path, as typed, would do. Answered by `adoptionProgress` and
  /// `adoptionPreviewed`, unless it is stopped.
  case previewAdoption(String)
  /// Stops the preview of an adoption that is running.
  case stopAdoptionPreview
  /// Exports beers to a file. Answered by `exportProgress` and `exported`.
  case runExport(ExportRequest)
  /// Stops the export that is running.
  case stopExport
  /// Keeps the layout of the list for the next start.
  case keepListLayout(ListLayout)
  /// Saves a column mapping in the user's settings, and replaces a mapping with its name only if it is the given one.
  /// Answered by `mappingSaved`, or by `mappingNameTaken` if there is another one.
  case saveMapping(SavedMapping, replacing: SavedMapping? = nil)
  /// Reads the state of the synchronization. Answered by `syncStatus`.
  case loadSyncStatus(generation: Int)
  /// Synchronizes the diary in another process, one at a time. Answered by `syncStarted` and `synced`.
  case synchronize(SyncRequest)
  /// Gets the missing images of the beer with a UUID from the store for synchronizing, in another process. Answered by
  /// `imagesFetched`.
  case fetchImages(ofBeer: UUID)
  /// Reads the facts for which devices wrote different values. Answered by `conflicts`.
  case loadConflicts(generation: Int)
  /// Finds the id of the beer with a UUID. Answered by `beerLocated`.
  case locateBeer(UUID)
  /// Does a slice of the diary's background work.
  case doBackgroundWork

  /// Records that the user has seen the telemetry notice.
  case noteTelemetryNoticeShown
  /// Records a telemetry signal, which contains nothing of the user's data.
  case record(Signal)

  /// Redraws every cell, and sets the modes of the terminal again.
  case redrawAll
  /// Restores the terminal and stops the process until it is resumed.
  case suspend
  /// Ends the interface after the changes that were requested are saved; the first ending counts.
  case quit(Ending)
}

extension Effect {
  /// Whether an editor or a command owns the terminal until it ends.
  var leavesTerminal: Bool {
    switch self {
    case .editNotes, .editSettings, .runCommand: true
    default: false
    }
  }
}

/// A command of this program that runs on the terminal in place of the interface.
package enum TerminalCommand: Hashable, Sendable {
  /// Opens the sample diary, which is temporary.
  case showSample
  /// Adds the beers of the diary at a path, as typed.
  case adopt(String)
  /// Copies the diary to a dated file in its folder of backups.
  case backUp

  /// Whether it adds beers to the diary, which can be undone.
  var addsBeers: Bool { if case .adopt = self { true } else { false } }
}

/// How the interface ended.
package enum Ending: Hashable, Sendable {
  /// The user has left it; the exit status is 0.
  case finished
  /// A signal ended it, by which the process ends as well.
  case signal(SystemSignal)
  /// The diary could not be opened.
  case openingFailed(OpeningError)
  /// The last change could not be saved.
  case changeFailed(ChangeFailure)
}

/// A request for statistics.
package struct StatisticsRequest: Hashable, Sendable {
  /// The beers to count.
  package let query: BeerQuery
  /// Whether averages and bars are of beers or of different beers.
  package let counting: DiaryStatistics.Counting

  package init(query: BeerQuery = BeerQuery(), counting: DiaryStatistics.Counting = .labels) {
    self.query = query
    self.counting = counting
  }
}

/// A request for the numbers above the list.
package struct SummaryRequest: Hashable, Sendable {
  /// The beers to count, whatever their order.
  package let query: BeerQuery
  /// Increases with every request, to recognize answers to older ones.
  package let generation: Int

  package init(query: BeerQuery, generation: Int) {
    self.query = query
    self.generation = generation
  }
}

/// A request for a part of the list.
package struct ListItemRequest: Hashable, Sendable {
  /// The list, in its order.
  package let query: BeerQuery
  /// The positions of the items to read, from 0; those beyond the end of the list are left out.
  package let range: Range<Int>
  /// The words that the items highlight, if they are not those of the query's search.
  package let search: String
  /// The fields that the items have in addition to the usual ones.
  package let fields: [ListItemField]
  /// Increases with every request, to recognize answers to older ones.
  package let generation: Int

  package init(
    query: BeerQuery, range: Range<Int>, search: String = "", fields: [ListItemField] = [], generation: Int
  ) {
    self.query = query
    self.range = range
    self.search = search
    self.fields = fields
    self.generation = generation
  }
}

/// A request for the position of a beer in another list, so that the cursor can stay on it.
package struct PositionRequest: Hashable, Sendable {
  /// The other list, in its order.
  package let query: BeerQuery
  /// The id of the beer.
  package let beer: Int64
  /// The beer's position in the current list.
  package let position: Int
  /// Increases with every request, to recognize answers to older ones.
  package let generation: Int

  package init(query: BeerQuery, beer: Int64, position: Int, generation: Int) {
    self.query = query
    self.beer = beer
    self.position = position
    self.generation = generation
  }
}

/// A request for the position of the next beer that matches a search.
package struct MatchRequest: Hashable, Sendable {
  /// The list, in its order.
  package let query: BeerQuery
  /// The words to find, which do not narrow the list.
  package let search: String
  /// The position to begin at, from 0.
  package let position: Int
  /// Whether to go toward the first beer of the list.
  package let isBackward: Bool
  /// Increases with every request, to recognize answers to older ones.
  package let generation: Int

  package init(query: BeerQuery, search: String, position: Int, isBackward: Bool, generation: Int) {
    self.query = query
    self.search = search
    self.position = position
    self.isBackward = isBackward
    self.generation = generation
  }
}

/// A request for one beer with its photos.
package struct BeerRequest: Hashable, Sendable {
  /// The id of the beer.
  package let id: Int64
  /// Increases with every request, to recognize answers to older ones.
  package let generation: Int

  package init(id: Int64, generation: Int) {
    self.id = id
    self.generation = generation
  }
}

/// A request for the beers of a label.
package struct TimesRequest: Hashable, Sendable {
  /// The label's UUID, because ids are reused.
  package let label: UUID
  /// Increases with every request, to recognize answers to older ones.
  package let generation: Int

  package init(label: UUID, generation: Int) {
    self.label = label
    self.generation = generation
  }
}

/// A request for a label with its beers and photos.
package struct LabelRequest: Hashable, Sendable {
  /// Which label is requested.
  package enum Target: Hashable, Sendable {
    /// The label of a beer.
    case ofBeer(Int64)
    /// A label by its UUID, because ids are reused.
    case uuid(UUID)
  }

  /// The label, or the beer that has it.
  package let target: Target
  /// Increases with every request, to recognize answers to older ones.
  package let generation: Int

  package init(target: Target, generation: Int) {
    self.target = target
    self.generation = generation
  }
}

/// A request for the beers of a list by month.
package struct TimelineRequest: Hashable, Sendable {
  /// The beers to count, whatever their order.
  package let query: BeerQuery
  /// Increases with every request, to recognize answers to older ones.
  package let generation: Int

  package init(query: BeerQuery, generation: Int) {
    self.query = query
    self.generation = generation
  }
}

/// A request for the review of a year.
package struct YearRequest: Hashable, Sendable {
  /// The beers that are counted, whatever their order.
  package let query: BeerQuery
  /// `nil` for the latest year that is not in the future.
  package let year: Int?
  /// Increases with every request, to recognize answers to older ones.
  package let generation: Int

  package init(year: Int?, query: BeerQuery, generation: Int) {
    self.year = year
    self.query = query
    self.generation = generation
  }
}

/// A request for the answers to the lines of a menu.
package struct MenuRequest: Hashable, Sendable {
  /// The lines of the menu, each with a beer, as typed or pasted.
  package let lines: [String]
  /// Increases with every request, to recognize answers to older ones.
  package let generation: Int

  package init(lines: [String], generation: Int) {
    self.lines = lines
    self.generation = generation
  }
}

/// A request for the choices of a picker that match a typed text.
package struct ChoiceRequest: Hashable, Sendable {
  /// What the choices are.
  package enum Subject: Hashable, Sendable {
    /// Labels, found by their name and brewery.
    case labels
    /// The values of a field, and for no text the one that beers have in common; no beers for values alone.
    case values(AssignableField, of: IDSet = [])
    /// The photos that were removed from a beer, whatever the text is.
    case removedPhotos(ofBeer: Int64)
    /// Beers with removed photos, found by their name.
    case beersWithRemovedPhotos
  }

  /// The maximum number of choices; typing more narrows them.
  package static let maxChoices = 200

  /// What the choices are.
  package let subject: Subject
  /// The typed text; empty for the most frequent choices.
  package let text: String
  /// Increases with every request, to recognize answers to older ones.
  package let generation: Int

  package init(subject: Subject, text: String, generation: Int) {
    self.subject = subject
    self.text = text
    self.generation = generation
  }
}

/// The choices of a picker that were found.
package enum FoundChoices: Hashable, Sendable {
  /// Labels, the most frequent first.
  case labels([FoundLabel])
  /// Values of a field with the number of beers that have them, the most frequent first, and what the beers of the request
  /// have; `nil` if that was not asked for.
  case values([ValueCount], present: CommonValue? = nil)
  /// Removed photos, the last one removed first.
  case removedPhotos([RemovedPhoto])
  /// Beers with removed photos, the one with the last removal first.
  case beersWithRemovedPhotos([BeerWithRemovedPhotos])
}

/// How the form refers to a beer that may have been had before.
package enum RepeatedBeerReference: Hashable, Sendable {
  /// The label of a beer.
  case beer(Int64)
  /// A label by its UUID, because ids are reused.
  case label(UUID)
  /// The label that a new beer with a name gets; the brewery is `nil` if it is not known.
  case named(String, brewery: String?)
}

/// What the form begins with for a beer that is drunk again.
package struct RepeatedBeer: Hashable, Sendable {
  /// The label of the beer; `nil` if it has none yet.
  package let label: BeerLabel?
  /// The facts that the form begins with, which are those of the label.
  package let facts: LabelFacts

  package init(label: BeerLabel?, facts: LabelFacts) {
    self.label = label
    self.facts = facts
  }

  /// Creates what is known of a label.
  package init(_ label: Label) {
    self.init(
      label: BeerLabel(uuid: label.uuid, times: label.history.times), facts: label.facts)
  }
}
