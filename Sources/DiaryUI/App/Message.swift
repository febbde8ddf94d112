package import CoreDataMigration
package import DiaryModel
package import DiaryStore
package import DiaryText
package import Foundation
package import Interchange
package import SQLiteKit
package import Settings
package import Terminal

/// An event of the interface.
///
/// Messages are handled in the order in which they occurred.
package enum Message: Sendable {
  case key(Key)
  case mouse(MouseEvent)
  case paste(Paste)
  case resized(Size)
  /// What the terminal says about itself.
  case terminalReply(TerminalReply)
  /// Time passed; sent only while ``AppState/needsTick``.
  case tick
  case signal(SystemSignal)

  // Answers to effects
  case migrating(MigrationProgress)
  case opened(Result<MigrationReport?, OpeningError>)
  /// The diary can only be opened for reading, although the user did not ask for that.
  case openedReadOnly(StoreError)
  /// Another program changed the diary.
  case storeChanged
  case summary(SummaryRequest, Result<DiarySummary, StoreError>)
  case listItems(ListItemRequest, Result<[BeerListItem], StoreError>)
  /// The position of a beer in a list, from 0; `nil` if the list does not contain it.
  case position(PositionRequest, Result<Int?, StoreError>)
  /// The position of the next match; `nil` if there is no match.
  case match(MatchRequest, Result<Int?, StoreError>)
  case marks(MarkRequest, Result<IDSet, StoreError>)
  /// The beers that the list shows.
  case marksCompared(MarkRequest, Result<IDSet, StoreError>)
  case vocabulary(Result<FilterVocabulary, StoreError>)
  /// The values of a field, the most frequent first.
  case fieldValues(String, Result<[String], StoreError>)
  /// The choices that match a typed text, the most frequent first.
  case choices(ChoiceRequest, Result<FoundChoices, StoreError>)
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
  /// The current day in the user's time zone.
  case today(DiaryDate?)
  case formSuggestions(FormSuggestions)
  /// Drafts of forms that were not saved before the program ended, the newest first.
  case draftsFound(KeptDrafts)
  /// The adoption of the diary at a path was interrupted in an earlier run.
  case adoptionInterrupted(String)
  /// The warnings of the last adoption.
  case adoptionWarnings([String])
  case statistics(StatisticsRequest, Result<DiaryStatistics, StoreError>)
  case timeline(TimelineRequest, Result<DiaryTimeline, StoreError>)
  case positions(BeerQuery, Result<DiaryPositions, StoreError>)
  /// The review of a year; `nil` if none of the beers has a date.
  case year(YearRequest, Result<YearInReview?, StoreError>)
  /// The edited text, `nil` to keep the notes, and the problem with the editor.
  case notesEdited(String?, beer: Int64?, problem: Problem?)
  /// The edited settings, `nil` if they are unchanged, or why they could not be edited.
  case settingsEdited(Result<EditedSettings?, Problem>)
  /// The number of beers that a change has processed.
  case changing(done: Int, total: Int)
  case changed(ChangeRequest, Result<ChangeOutcome, ChangeFailure>)
  /// The newest change in the log that is not undone.
  case changeToUndo(Result<LoggedChange, UndoError>)
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
  case importPreviewed(ImportRequest, Result<ImportPreview, Problem>)
  case imported(ImportRequest, Result<ImportOutcome, Problem>)
  /// How many beers have been exported so far.
  case exportProgress(ExportRequest, beerCount: Int)
  case exported(ExportRequest, Result<ExportOutcome, Problem>)
  /// Why a mapping could not be saved; `nil` if it was saved.
  case mappingSaved(SavedMapping, problem: Problem?)
  /// The state of the synchronization; `nil` if the diary is not synchronized.
  case syncStatus(generation: Int, Result<SyncStatus?, StoreError>)
  /// The diary is being synchronized.
  case syncStarted
  /// A synchronization ended, with the state after it.
  case synced(SyncOutcome, Result<SyncStatus?, StoreError>)
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
