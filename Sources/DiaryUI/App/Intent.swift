import DiaryModel
import DiaryStore
import DiaryText
import Foundation
import Terminal

/// What a screen asks of the rest of the interface.
enum Intent: Sendable {
  case effect(Effect)
  /// Requests a change; asks the user first if it affects very many beers.
  case change(ChangeRequest, of: IDSet, asking: String)
  case undo
  case redo
  /// Stops the change that is being saved.
  case stopChange
  /// Adds a change to the undo history.
  case noteChange(DiaryChange)

  // MARK: Notices and prompts

  /// Shows a sentence in the status line; `nil` clears it.
  case notice(Notice?)
  /// Appends to the sentence in the status line; with `alone`, also if the line is empty.
  case addToNotice(String, alone: Bool)
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
  /// Repeats the movement of a key and shows a notice, or says that the keys are not used.
  case repeatMovement(of: Key, times: Int, labeled: String, notice: Notice?)
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

extension AppState {
  /// Carries out the intents of a screen in order.
  mutating func apply(_ intents: [Intent]) -> [Effect] { intents.flatMap { apply($0) } }

  /// Lets a screen change its state and carries out its intents.
  mutating func update(
    _ kind: ScreenKind, _ change: (inout any Screen, ScreenContext) -> [Intent]
  ) -> [Effect] {
    let context = ScreenContext(self)
    return apply(change(&screens[kind], context))
  }

  /// Lets the list change itself from any screen, and carries out its intents.
  mutating func updateList(_ change: (inout BeerList) -> [Intent]) -> [Effect] {
    apply(change(&screens[ListScreen.self].beers))
  }

  private mutating func apply(_ intent: Intent) -> [Effect] {
    switch intent {
    case .effect(let effect): return [effect]
    case .change(let request, let beers, let question): return change(request, of: beers, asking: question)
    case .undo: return undo()
    case .redo: return redo()
    case .stopChange:
      guard let request = changes.stoppableChange else { return [] }
      changes.noteStop()
      return [.stopChange(request)]
    case .noteChange(let change): changes.note([change])
    case .notice(let notice): self.notice = notice
    case .addToNotice(let text, let alone):
      if notice == nil, alone { notice = Notice(text: text) } else { notice?.text += "  " + text }
    case .prompt(let prompt): self.prompt = prompt
    case .closePrompt(let type): if let prompt, Swift.type(of: prompt.behavior) == type { self.prompt = nil }
    case .browse(let prompt): return browse(for: prompt)
    case .openFilterHelp:
      open(.help)
      screens[HelpScreen.self].filterPrompt = prompt
      prompt = nil
    case .submitPrompt: return submitPrompt()
    case .submitPromptBefore(let key): return submitPrompt(before: key)
    case .cancelPrompt: return cancelPrompt()
    case .followPrompt: return followPrompt()
    case .loadVocabulary: return loadVocabulary()
    case .loadValues(let field): return loadValues(of: field)
    case .loadChoices(let subject, let text):
      return [.loadChoices(promptMemory.choices.request(subject, matching: text))]
    case .rememberEntry(let text, let history):
      promptMemory.histories[history, default: PromptHistory()].note(text)
    case .rememberFilter(let filter, let typed): promptMemory.typedFilters[filter] = typed
    case .open(let kind): open(kind)
    case .resume(let kind):
      open(kind)
      return update(kind) { $0.resume(in: $1) }
    case .back: goBack()
    case .backTo(let kind): goBack(to: kind)
    case .leaveBeer: leaveBeer()
    case .goTo(let kind): return apply([path.contains(kind) ? .backTo(kind) : .open(kind)])
    case .start: return showList()
    case .openPhoto(let photo, let kind):
      open(kind)
      return apply([.selectPhoto(photo, on: kind)])
    case .selectPhoto(let photo, let kind):
      return update(kind) { screen, context in
        screen.select(photo: photo, in: context)
        return []
      }
    case .press(let key): return press(key)
    case .moveToLine(let line): return moveToLine(line)
    case .repeatMovement(let key, let count, let keys, let notice):
      return repeatMovement(of: key, times: count, labeled: keys, notice: notice)
    case .move(let move, let times):
      return update(screen) { screen, context in
        screen.move(move, times: times, in: context)
        return []
      }
    case .markRange(let keys):
      let effects = updateList { $0.markRange() }
      postpone(keys)
      return effects
    case .openSelection: return update(screen) { $0.open(in: $1) }
    case .switchCountedBeers: return update(screen) { $0.switchCountedBeers(in: $1) }
    case .goBack: return update(screen) { $0.goBack(in: $1) }
    case .leaveScreen: return update(screen) { $0.leave(in: $1) }
    case .perform(let action): return performHere(action)
    case .awaitDoubleClick(let point): pendingDouble.point = point
    case .drillDown(let query, let origin): return updateList { $0.drillDown(to: query, from: origin) }
    case .jump(let beer, let query): return updateList { $0.jump(toBeer: beer, in: query) }
    case .selectBeer(let position): selectBeer(at: position)
    case .selectBeerWithID(let id): currentBeer = CurrentBeer(position: list.scroll.cursor, id: id)
    case .selectTime(let id): selectTime(id)
    case .stepBeer(let offset): stepBeer(by: offset)
    case .shiftCurrentBeer(let offset): currentBeer?.position += offset
    case .setPosition(let id, let position): if currentBeer?.id == id { currentBeer?.setListed(at: position) }
    case .addBeer(let name):
      let context = ScreenContext(self)
      return apply(screens[FormScreen.self].addBeer(named: name, in: context))
    case .fetchImages(let beer): return updateSync { sync, _ in sync.fetchImages(ofBeer: beer) }
    case .reload: return reload()
    case .reloadAll:
      pictures.forgetRefusals()
      return [.invalidateListCache] + reload() + updateSync { sync, _ in sync.loadStatus() }
    case .doBackgroundWork(let changes): return workAfterImport(changes)
    case .dropTypeAhead: typeAhead.keys = []
    case .leave: return leave()
    case .leaveWhenSaved: return leaveWhenSaved()
    case .interrupt: return cancelInput() ?? quit(.signal(.interrupt))
    case .quit: return quit(.finished)
    }
    return []
  }

  /// Opens the files and folders; going back from them reopens the prompt if it is open now.
  private mutating func browse(for prompt: Prompt) -> [Effect] {
    let isPrompting = self.prompt != nil
    self.prompt = nil
    open(.files)
    return apply(screens[FilesScreen.self].browse(for: prompt, reopensPrompt: isPrompting))
  }
}
