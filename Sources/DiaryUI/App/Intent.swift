import DiaryModel
import DiaryStore
import Foundation
import Terminal

/// What a screen asks of the rest of the interface.
enum Intent: Sendable {
  case effect(Effect)
  /// Requests a change; asks the user first if it affects very many beers.
  case change(ChangeRequest, of: IDSet, asking: String)
  /// Undoes the last step; asks the user first if it has added the beers of a file.
  case undo
  /// Undoes changes that were made together, unless there is a newer step.
  case undoStep([DiaryChange])
  case redo
  /// Stops the change that is being saved.
  case stopChange
  /// Exports to a file.
  ///
  /// The prompt has the path, and is reopened if the file cannot be written.
  case export(ExportRequest, from: Prompt)
  /// Stops the export that is running.
  case stopExport
  /// Adds a change to the undo history.
  case noteChange(DiaryChange)

  // MARK: Notices and prompts

  /// Shows a sentence in the status line; `nil` clears it.
  case notice(Notice?)
  /// Appends to the sentence in the status line; with `alone`, also if the line is empty.
  case addToNotice(String, alone: Bool)
  /// Shows the next part of a status that is too long for its line.
  case readOn
  case prompt(Prompt)
  /// Closes a prompt of this type, because its question no longer applies.
  case closePrompt(any PromptBehavior.Type)
  /// Opens the files and folders to choose an answer for a prompt that asks for a path.
  case browse(Prompt)
  /// Opens the help on filters; going back from it reopens the prompt that is open now.
  case openFilterHelp
  /// Uses the text of the open prompt, as Enter does.
  case submitPrompt
  /// Uses the text of the open prompt; then a key has its usual effect.
  case submitPromptBefore(Key)
  /// Closes the open prompt, as Escape does.
  case cancelPrompt
  /// Checks the text of the open prompt and shows its result.
  case followPrompt
  case loadVocabulary
  /// Reads the values of a field, which complete words.
  case loadValues(of: String)
  /// Looks for the choices of a picker that match a text.
  case loadChoices(ChoiceRequest.Subject, matching: String)
  /// Adds an entry to a history of prompts.
  case rememberEntry(String, in: PromptHistory.ID)
  /// Stores how the user typed a filter, to show it again.
  case rememberFilter(BeerFilter, typed: String)

  // MARK: Screens

  case open(ScreenKind)
  /// Opens the photos of the current beer, or one of them, with the cursor on it.
  case openPhoto(Int64, on: ScreenKind)
  /// Moves the cursor of a screen to a photo of the current beer.
  case selectPhoto(Int64, on: ScreenKind)
  /// Reopens a screen in the state in which it was left for the list.
  case resume(ScreenKind)
  /// Closes the topmost screen.
  case back
  /// Closes the screens above this one.
  case backTo(ScreenKind)
  /// Closes the screens of the current beer, because it is no longer in the diary.
  case leaveBeer
  /// Goes back to a screen that is open, or else opens it.
  case goTo(ScreenKind)
  /// Shows the list for the first time.
  case start

  // MARK: Actions of the top screen

  case press(Key)
  case move(Move, times: Int = 1)
  /// Moves to a line, from 1.
  case moveToLine(Int)
  /// Repeats the movement of a key, or says that the keys are not used, and shows the remark about the digits, if there is
  /// one.
  case repeatMovement(of: Key, times: Int, labeled: String, remark: String?)
  /// Marks the open range, and then presses keys for its beers.
  case markRange(thenPressing: [Key])
  case openSelection
  /// Switches between counting all beers and counting those of the list.
  case switchCountedBeers
  case goBack
  case leaveScreen
  /// Performs an action if the top screen has it.
  case perform(Action)
  /// Lets a double click at this point open what the first click selected.
  case awaitDoubleClick(Point)

  // MARK: Beers

  /// Shows the beers of a part of the statistics in the list.
  case drillDown(BeerQuery, from: ScreenKind)
  /// Shows the beers of a query by date, the newest first, with the cursor on one of them.
  case jump(toBeer: Int64, in: BeerQuery)
  /// Makes the beer at a position of the list the current one.
  case selectBeer(at: Int)
  /// Makes a beer the current one, even if it is not in the list.
  case selectBeerWithID(Int64)
  /// Makes a beer the current one, such as another one of the same label; the list's cursor moves to it if it is near.
  case selectTime(Int64)
  case stepBeer(by: Int)
  /// Moves the position of the current beer, because beers before it were added or removed.
  case shiftCurrentBeer(by: Int)
  /// Sets the position of a beer, if it is the current one.
  case setPosition(ofBeer: Int64, to: Int)
  /// Opens the form for a new beer with a name.
  case addBeer(named: String)
  /// Gets the missing images of the beer with a UUID from the store for synchronizing.
  case fetchImages(ofBeer: UUID)

  // MARK: The program

  case reload
  /// Reads everything again and ignores caches.
  case reloadAll
  case doBackgroundWork(after: [DiaryChange])
  /// Ignores the keys that were typed ahead, which were meant for something else.
  case dropTypeAhead
  /// Quits the program; asks first if work is in progress.
  case leave
  case leaveWhenSaved
  case interrupt
  case quit
}

extension Intent {
  static func say(_ text: String, kind: Notice.Kind = .information, advice: String? = nil) -> Intent {
    .notice(Notice(text: text, kind: kind, advice: advice))
  }
}
