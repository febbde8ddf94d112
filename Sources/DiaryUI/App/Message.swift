package import CoreDataMigration
package import DiaryModel
package import DiaryStore
package import DiaryText
package import Interchange
package import SQLiteKit
package import Terminal

/// Everything that can happen to the interface, in the order in which it did.
package enum Message: Sendable {
  case key(Key)
  case mouse(MouseEvent)
  case paste(Paste)
  case resized(Size)
  /// Time passed; comes only while ``AppState/needsTick``.
  case tick
  case signal(SystemSignal)

  // What effects answer.
  case migrating(MigrationProgress)
  case opened(Result<MigrationReport?, OpeningError>)
  /// The diary is about to be opened for reading only, although nobody asked for that.
  case openedReadOnly(StoreError)
  /// Another program changed the diary.
  case storeChanged
  case summary(SummaryRequest, Result<DiarySummary, StoreError>)
  case rows(RowRequest, Result<[BeerListItem], StoreError>)
  /// Where a beer stands in a list, from 0; `nil` where it is not in it.
  case place(PlaceRequest, Result<Int?, StoreError>)
  /// Where the next match stands; `nil` where nothing matches.
  case match(MatchRequest, Result<Int?, StoreError>)
  case marks(MarkRequest, Result<IDSet, StoreError>)
  /// Which beers the list shows.
  case marksCompared(MarkRequest, Result<IDSet, StoreError>)
  case vocabulary(Result<FilterVocabulary, StoreError>)
  /// What the diary has in a field, the most used first.
  case fieldValues(String, Result<[String], StoreError>)
  case beer(BeerRequest, Result<BeerDetail?, StoreError>)
  /// The day that it is in the user's time zone.
  case today(DiaryDate?)
  case formHelp(FormHelp)
  /// Forms that were not stored when the program ended, the newest first.
  case draftsFound([KeptDraft])
  case statistics(BeerQuery, Result<DiaryStatistics, StoreError>)
  /// What was written, `nil` where nothing is to be taken over, and why the editor could not be used.
  case notesEdited(String?, beer: Int64?, problem: Problem?)
  /// How many beers a change has got to, of all that it is about.
  case changing(done: Int, total: Int)
  case changed(ChangeRequest, Result<ChangeOutcome, ChangeError>)
  case pictures([Int64: PhotoPicture])
  /// Why a photo could not be shown in a viewer; `nil` where it is shown.
  case photoViewed(problem: Problem?)
  /// The names in a folder, folders with `/` at their end; `nil` where there is no such folder.
  case folder(FolderRequest, [String]?)
  /// How far the file at a path is read.
  case importProgress(String, FileProgress)
  case importPreviewed(ImportRequest, Result<ImportPreview, Problem>)
  case imported(ImportRequest, Result<ImportOutcome, Problem>)
  /// Why a mapping could not be kept; `nil` where it was.
  case mappingSaved(SavedMapping, problem: Problem?)
  /// What a slice of background work leaves to do; `nil` where nothing is left.
  case workedInBackground(Result<BackgroundProgress?, StoreError>)
}

/// What the system asks of the program.
package enum SystemSignal: Hashable, Sendable {
  /// SIGINT: somebody wants the program to end.
  case interrupt
  /// SIGTERM.
  case terminate
  /// SIGHUP, or a terminal that went away.
  case hangup
  /// SIGTSTP from outside; the key is an action.
  case stop
  /// SIGCONT: another program may have drawn on the screen.
  case resumed
}
