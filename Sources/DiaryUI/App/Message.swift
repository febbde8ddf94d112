package import CoreDataMigration
package import DiaryModel
package import DiaryStore
package import DiaryText
package import DiaryUpkeep
package import Foundation
package import Interchange
package import SQLiteKit
package import Settings
package import Terminal

/// An event of the interface.
///
/// Messages are handled in the order in which they occurred.
package enum Message: Sendable {
  /// A key was pressed.
  case key(Key)
  /// The mouse was used.
  case mouse(MouseEvent)
  /// Text was pasted.
  case paste(Paste)
  /// The terminal has another size, in cells.
  case resized(Size)
  /// What the terminal says about itself.
  case terminalReply(TerminalReply)
  /// Time passed; sent only while ``AppState/needsTick``.
  case tick
  /// The process got a signal.
  case signal(SystemSignal)

  // Answers to effects
  /// How far the migration of the diary has come; sent before `opened`.
  case migrating(MigrationProgress)
  /// The diary was opened, with the report of its migration, `nil` if it was not migrated; or why it could not be.
  case opened(Result<MigrationReport?, OpeningError>)
  /// The diary can only be read, although the user did not ask for that: it could not be opened for changes, or its file
  /// was moved since.
  case becameReadOnly(StoreError)
  /// Another program changed the diary.
  case storeChanged
  /// The numbers above a list.
  case summary(SummaryRequest, Result<DiarySummary, StoreError>)
  /// The items at the requested positions, fewer at the end of the list.
  case listItems(ListItemRequest, Result<[BeerListItem], StoreError>)
  /// The position of a beer in a list, from 0; `nil` if the list does not contain it.
  case position(PositionRequest, Result<Int?, StoreError>)
  /// The position of the next match; `nil` if there is no match.
  case match(MatchRequest, Result<Int?, StoreError>)
  /// The ids of the beers at the requested positions.
  case marks(MarkRequest, Result<IDSet, StoreError>)
  /// The beers that the list shows.
  case marksCompared(MarkRequest, Result<IDSet, StoreError>)
  /// The values for the completion of filters.
  case vocabulary(Result<FilterVocabulary, StoreError>)
  /// The values of a field, the most frequent first.
  case fieldValues(String, Result<[String], StoreError>)
  /// The choices that match a typed text, the most frequent first.
  case choices(ChoiceRequest, Result<FoundChoices, StoreError>)
  /// A beer with its photos; `nil` if it is no longer in the diary.
  case beer(BeerRequest, Result<BeerDetail?, StoreError>)
  /// The beers of a label, the newest first.
  case times(TimesRequest, Result<[BeerListItem], StoreError>)
  /// A label with its beers and photos; `nil` if it no longer has beers.
  case label(LabelRequest, Result<LabelDetail?, StoreError>)
  /// The answers to the lines of a menu, in their order.
  case menuAnswers(MenuRequest, Result<[MenuAnswer], StoreError>)
  /// Pairs of labels that may be the same, the most likely first.
  case labelSuggestions(generation: Int, Result<[SuggestedLabels], StoreError>)
  /// What to fill the form with for a beer that is drunk again; `nil` if the beer does not exist.
  case repeatedBeer(RepeatedBeerReference, Result<RepeatedBeer?, StoreError>)
  /// The current local time in the user's time zone, or only the day.
  case today(DiaryDate?)
  /// The values that the form suggests; sent twice, first without the words.
  case formSuggestions(FormSuggestions)
  /// Drafts of forms that were not saved before the program ended, the newest first.
  case draftsFound(KeptDrafts)
  /// The adoption of the diary at a path was interrupted in an earlier run.
  case adoptionInterrupted(String)
  /// The warnings of a migration in an earlier run.
  case migrationWarnings([String])
  /// The warnings of the last adoption.
  case adoptionWarnings([String])
  /// The statistics of a list.
  case statistics(StatisticsRequest, Result<DiaryStatistics, StoreError>)
  /// The beers of a list by month.
  case timeline(TimelineRequest, Result<DiaryTimeline, StoreError>)
  /// Where the beers of a list were drunk.
  case positions(BeerQuery, Result<DiaryPositions, StoreError>)
  /// The review of a year; `nil` if none of the beers has a date.
  case year(YearRequest, Result<YearInReview?, StoreError>)
  /// The edited text, `nil` to keep the notes, the text that the editor was given, and the problem with the editor.
  case notesEdited(String?, from: String, beer: Int64?, problem: Problem?)
  /// The edited settings, `nil` if they are unchanged, or why they could not be edited.
  case settingsEdited(Result<EditedSettings?, Problem>)
  /// The number of beers that a change has processed.
  case changing(done: Int, total: Int)
  /// A change was saved, with what can be undone, or why it was not.
  case changed(ChangeRequest, Result<ChangeOutcome, ChangeFailure>)
  /// The newest change in the log that is not undone.
  case changeToUndo(Result<LoggedChange, UndoError>)
  /// Pictures of photos by the photo's id; several messages may answer one request.
  case pictures([Int64: PhotoPicture])
  /// A photo as it is shown in a box.
  case rendered(PictureSpec, PictureRendering)
  /// Why a photo could not be shown in a viewer; `nil` if it was shown.
  case photoViewed(problem: Problem?)
  /// The names in a folder, folders with a trailing `/`; `nil` if there is no such folder.
  case folder(FolderRequest, [String]?)
  /// The contents of a folder for the screen with files; `nil` if it cannot be read.
  case folderBrowsed(String, BrowsedFolder?)
  /// Why a command was not run.
  case commandRefused(Problem)
  /// The exit status of a command, `nil` if it could not be started, and what it has changed according to the log; `nil`
  /// if nothing.
  case commandEnded(TerminalCommand, status: Int32?, change: Result<LoggedChange?, StoreError>)
  /// How much of the file at a path has been read.
  case importProgress(String, FileProgress)
  /// What a file contains that can be imported, or why it cannot be read.
  case importPreviewed(ImportRequest, Result<ImportPreview, Problem>)
  /// An import ended, also if the user stopped it, or why it failed.
  case imported(ImportRequest, Result<ImportOutcome, Problem>)
  /// How far the diary at a path has been read to preview its adoption.
  case adoptionProgress(String, MergeProgress)
  /// What adding the beers of the diary at a path would do, or why it cannot be read.
  case adoptionPreviewed(String, Result<MergeReport, Problem>)
  /// How many beers have been exported so far.
  case exportProgress(ExportRequest, beerCount: Int)
  /// An export ended, also if the user stopped it, or why it failed.
  case exported(ExportRequest, Result<ExportOutcome, Problem>)
  /// Why a mapping could not be saved; `nil` if it was saved.
  case mappingSaved(SavedMapping, problem: Problem?)
  /// A mapping was not saved, because another process has saved one with its name.
  case mappingNameTaken(SavedMapping, by: SavedMapping)
  /// The state of the synchronization; `nil` if the diary is not synchronized.
  case syncStatus(generation: Int, Result<SyncStatus?, StoreError>)
  /// The diary is being synchronized.
  case syncStarted
  /// A synchronization ended, with the state after it.
  case synced(SyncOutcome, Result<SyncStatus?, StoreError>)
  /// Why missing images of the beer with a UUID could not be fetched; `nil` if all were.
  case imagesFetched(ofBeer: UUID, problem: Problem?)
  /// The facts for which devices wrote different values.
  case conflicts(generation: Int, Result<[SyncConflict], StoreError>)
  /// The id of the beer with a UUID; `nil` if there is none.
  case beerLocated(UUID, Result<Int64?, StoreError>)
  /// The time, shortly before the screen is drawn; sent only while ``AppState/showsTime``.
  case time(Date)
  /// The remaining background work after a slice; `nil` if none is left.
  case workedInBackground(Result<BackgroundProgress?, StoreError>)
}

/// A signal from the system.
package enum SystemSignal: Hashable, Sendable {
  /// SIGINT: the user wants the program to end.
  case interrupt
  /// SIGTERM.
  case terminate
  /// SIGHUP, or the terminal is gone.
  case hangup
  /// SIGTSTP from another process; the key is an action.
  case stop
  /// SIGCONT: another program may have written to the screen.
  case resumed
}
