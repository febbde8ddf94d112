import DiaryModel
import DiaryStore
import DiaryText
import SQLiteKit
import Settings
import Terminal

extension AppState {
  /// The effects to begin with.
  package mutating func start() -> [Effect] { [.openDiary] }

  /// Handles a message and returns the effects to run.
  package mutating func update(_ message: Message) -> [Effect] {
    var effects = updateTelemetryNotice(after: message) + dispatch(message)
    for case .change(let request) in effects {
      changes.noteRequest(request)
      if case .movePhoto(let move) = request { effects += showUnsaved(move) }
    }
    // Data that the screen needs is requested first.
    effects = requestMissingData() + effects + message.signals + handleWaitingKeys()
    announceSelection()
    return effects
  }

  /// Passes input to the top screen, and everything else to all screens and to the shared state.
  mutating func dispatch(_ message: Message) -> [Effect] {
    switch message {
    case .key(let key):
      if action(for: key) != .readOn { messages.endReading() }
      if let next = keyAfterEscape(key) { return pressEscape(before: next) }
      let isIgnored = isDropped(key) || ignoresRepeatedPress(of: key) || isSecondOfUnused(key)
      return isIgnored ? [] : press(key)
    case .mouse(let event):
      messages.endReading()
      promptMemory.continuablePrompt = nil
      return handleMouse(event)
    case .paste(let paste): return handlePaste(paste)
    case .resized(let size): self.size = size
    case .terminalReply(let reply): configuration.appearance.apply(reply)
    case .signal(let signal): return handleSignal(signal)
    case .changed(let request, let result): return changed(request, result)
    case .workedInBackground(let result): return workedInBackground(result) + broadcast(message)
    case .commandEnded(let command, let status, let change):
      return commandEnded(command, status, change) + broadcast(message)
    default: return broadcast(message) + updateSharedState(message)
    }
    return []
  }

  /// Passes a message to the list, then to each screen.
  mutating func broadcast(_ message: Message) -> [Effect] {
    let context = ScreenContext(self)
    return updateList { $0.handle(message, in: context) }
      + ScreenStates.kinds.flatMap { kind in update(kind) { $0.handle(message, in: $1) } }
  }

  /// Updates the shared state.
  private mutating func updateSharedState(_ message: Message) -> [Effect] {
    switch message {
    case .tick: return tick()
    case .becameReadOnly(let reason):
      configuration.readOnly = .error(reason)
      notice = Notice(text: ReadOnlyText.notice(reason), kind: .problem)
    case .vocabulary(let result): return storeVocabulary(result)
    case .fieldValues(let field, let values): return storeValues(values, of: field)
    case .choices(let request, let result): return applyChoices(request, result)
    case .beer(let request, let result): currentBeer?.apply(request, result)
    case .today(let now): return setToday(now)
    case .formSuggestions(let suggestions): clock.today = suggestions.today
    case .pictures(let pictures): self.pictures.thumbnails.insert(pictures)
    case .rendered(let spec, let rendering): pictures.renderings.insert(rendering, for: spec)
    case .photoViewed(let problem): notice = problem.map { Notice(text: $0.sentence, kind: .problem) }
    case .imagesFetched:
      pictures.forgetRefusals()
      currentBeer?.invalidate()
      return updateSync { $0.handle(message, in: $1) }
    case .settingsEdited(let result):
      if let settings = (try? result.get()) ?? nil { apply(settings.preferences) }
      notice = Notice(editedSettings: result)
    case .mappingSaved(let mapping, problem: nil): configuration.noteSaved(mapping)
    case .mappingNameTaken(_, let other): configuration.noteSaved(other)
    case .folder(let request, let names): completePath(request, names)
    case .commandRefused(let problem): notice = Notice(text: problem.sentence, kind: .problem)
    case .changeToUndo(let result): offerUndo(result)
    case .exportProgress(let request, let count): showExportProgress(request, beerCount: count)
    case .exported(let request, let result): return endExport(request, result)
    case .changing(let done, let total): changes.progress = ChangeState.Progress(done: done, total: total)
    default: return updateSync { $0.handle(message, in: $1) }
    }
    return []
  }

  mutating func press(_ key: Key) -> [Effect] {
    if prompt != nil, !bypassesPrompt(key) {
      // The key was pressed before the question appeared, so it is not an answer.
      if prompt?.isQuestion == true, typeAhead.current != nil { return ignoreWaitingKeys(from: key.label) }
      return pressInPrompt(key)
    }
    guard isReady || isUsefulBeforeList(key) else { return isMigrating ? [] : postpone(key) }
    if keysWait, !bypassesPrompt(key), !isHandledWhileWaiting(key) { return postpone(key) }
    if let effects = continuePrompt(with: key) { return effects }
    guard let action = action(for: key) else { return type(key) }
    return action == .readOn ? readOn(by: key) : perform(action, by: key)
  }

  /// Returns the action of a key on the screen: the first that is enabled, or else the one that says why it is not.
  func action(for key: Key) -> Action? {
    let context = ScreenContext(self)
    let candidates = context.kinds(on: screen).lazy.map { configuration.actions.candidates(for: key, on: $0) }
      .first { !$0.isEmpty }
    if candidates?.first == .readOn, !canReadOn { return nil }
    guard let candidates, candidates.count > 1 else { return candidates?.first }
    return candidates.first { context.isEnabled($0) && !changesMovingCursor($0) && !changesUnseenBeers($0) }
      ?? candidates.first
  }

  /// Whether an action would change the beer under a cursor that has moved to where the list has not been read.
  private func changesMovingCursor(_ action: Action) -> Bool {
    screens[screen].choosesBeers && action.traits.contains(.changesChosenBeers) && list.isCursorMoving
  }

  private static let movingReason = "The list was still loading."

  /// Returns why an action must not change beers now: they were not on the screen when its key was typed ahead, or the
  /// cursor has moved to where the list has not been read; `nil` if it may.
  func reasonAgainst(_ action: Action) -> String? {
    changesUnseenBeers(action) ? Self.unseenReason : changesMovingCursor(action) ? Self.movingReason : nil
  }

  /// Performs an action, or shows why it cannot be performed now.
  ///
  /// - Parameters:
  ///   - key: Waits until the marks are known, if the action needs them; `nil` if the action was not triggered by a key.
  ///   - count: The count before the key, for an action that uses it.
  mutating func perform(_ action: Action, by key: Key? = nil, count: Int = 1) -> [Effect] {
    let choosesBeers = screens[screen].choosesBeers
    if changesMovingCursor(action) {
      if let key { return ignoreKeys(key.label, because: Self.movingReason) }
      notice = Notice(text: "Nothing was changed. " + Self.movingReason)
      return []
    }
    if let key, hasToWait(action) {
      typeAhead.awaitsChange = true
      if count > 1 { postpone(String(count).map { Key.character($0) }) }
      return postpone(key)
    }
    if let keyAhead = typeAhead.current, changesUnseenBeers(action) {
      return ignoreWaitingKeys(from: keyAhead.key.label)
    }
    notice = nil
    switch ScreenContext(self).availability(of: action) {
    case .enabled: break
    case .disabled: return []
    case .refused(let reason):
      notice = Notice(text: reason)
      return []
    }
    let marking =
      choosesBeers && !action.traits.contains(.keepsRange) ? updateList { $0.markRange() } : []
    if !marking.isEmpty, action.traits.contains(.closesRange) { return marking }
    if choosesBeers, list.marks.isReading, action.traits.contains(.usesMarks) {
      return marking + (key.map { postpone($0) } ?? [])
    }
    pendingDouble.key = DoubledKey(key, of: action)
    let context = ScreenContext(self, pressedKey: key, count: count)
    return marking + apply(action.perform(&screens, context))
  }

  /// Whether an action has to wait for an earlier change.
  ///
  /// Slow changes are not waited for.
  private func hasToWait(_ action: Action) -> Bool {
    action.traits.contains(.followsChange) && isChangePending
      || action.traits.contains(.followsUnshownChange) && changes.isUnshownChangeSavedSoon
  }

  /// Whether a key has its usual effect even while text is typed.
  func bypassesPrompt(_ key: Key) -> Bool {
    if key.character != nil { return false }
    return configuration.actions.action(for: key, on: screen)?.traits.contains(.worksInPrompts) ?? false
  }

  /// Handles a key without an action as text, or says that it is not used.
  private mutating func type(_ key: Key) -> [Effect] {
    guard screens[screen].textInput != .none else {
      reportUnused(key)
      return []
    }
    let context = ScreenContext(self)
    notice = context.isHelpKey(key) ? Notice(text: context.helpRefusal(key)) : nil
    return update(screen) { $0.type(key, in: $1) }
  }

  private mutating func tick() -> [Effect] {
    clock.frame &+= 1
    changes.tick()
    pendingDouble.tick()
    typeAhead.tick()
    return tickPrompt()
  }

  private mutating func handleSignal(_ signal: SystemSignal) -> [Effect] {
    switch signal {
    case .stop: [.suspend]
    case .resumed: [.redrawAll]
    case .interrupt: quit(.signal(.interrupt))
    case .terminate, .hangup: willTerminate() + [.quit(.signal(signal))]
    }
  }

  private mutating func setToday(_ now: DiaryDate?) -> [Effect] {
    clock.now = now
    clock.today = now?.onlyDay
    // A filter may contain names of days.
    return recheckPrompt()
  }

  /// Brings cursors and windows into range, and requests missing data.
  private mutating func requestMissingData() -> [Effect] {
    guard path.first == .list else { return [] }
    var effects = reloadIfStoreChanged()
    resolveCurrentBeerID()
    effects += updateSync { $0.requestConflicts(in: $1) }
    for kind in ScreenStates.kinds { effects += update(kind) { $0.adapt(in: $1) } }
    effects += updateList { $0.requestMissing() }
    screens[screen].clampScrolling(in: ScreenContext(self))
    effects += requestCurrentBeer()
    if let request = requestPictures() { effects.append(.loadPictures(request)) }
    return effects
  }
}

// MARK: - Intents

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
    case .undoStep(let step): return undo(step)
    case .redo: return redo()
    case .stopChange:
      guard let request = changes.stoppableChange else { return [] }
      changes.noteStop()
      return [.stopChange(request)]
    case .export(let request, let prompt): return beginExport(request, from: prompt)
    case .stopExport: return stopExport()
    case .noteChange(let change): changes.note([change])
    case .notice(let notice): self.notice = notice
    case .addToNotice(let text, let alone):
      if notice == nil, alone { notice = Notice(text: text) } else { notice?.text += "  " + text }
    case .readOn: messages.part += 1
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
    case .repeatMovement(let key, let count, let keys, let remark):
      return repeatMovement(of: key, times: count, labeled: keys, remark: remark)
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

// MARK: - Reading again

// After a change of the diary, the screen's data is read again; the screen does not jump in the process.
extension AppState {
  /// Reads what another program changed, after earlier requests have been answered.
  ///
  /// So a program that changes the diary constantly does not block the interface.
  private mutating func reloadIfStoreChanged() -> [Effect] {
    guard list.needsReload, !list.isReading, !screens[screen].isReading else { return [] }
    return reload() + updateSync { sync, _ in sync.noticeBeginning() }
  }

  /// Reads all data of the screen again.
  ///
  /// The current data stays until the answers arrive. The cursor stays on its beer, or moves to the beer that it
  /// follows.
  mutating func reload() -> [Effect] {
    currentBeer?.invalidate()
    let effects = update(screen) { screen, _ in screen.reload() }
    let listed = currentBeer.flatMap { $0.isListed ? $0 : nil }
    return effects + updateList { $0.reload(beer: listed?.id, position: listed?.position) }
  }
}

// MARK: - Screens and settings

extension AppState {
  /// Applies edited settings, except for those that only a start can: the theme, the mouse, and how the list begins.
  private mutating func apply(_ preferences: Preferences) {
    configuration.actions = ActionTable.standard.applying(preferences.keys).table
    configuration.tastingSheet = preferences.tastingSheet
    configuration.appearance.dateFormat = preferences.dateFormat
    configuration.appearance.theme.ownTones = preferences.tones
    configuration.appearance.pictureMode = preferences.pictures
    configuration.appearance.choosePictureMethod()
    configuration.mappings = preferences.mappings
  }

  /// Shows the list after the diary was opened.
  mutating func showList() -> [Effect] {
    path = [.list]
    notice =
      configuration.startupWarning.map { Notice(text: $0, kind: .problem) }
      ?? configuration.startupNotice.map { Notice(text: $0, isUnasked: true) }
    if case .error(let reason) = configuration.readOnly {
      notice = Notice(text: ReadOnlyText.notice(reason), kind: .problem)
    }
    return [.loadToday, .doBackgroundWork] + updateSync { sync, _ in sync.loadStatus() }
  }

  /// Opens a screen on top of the others.
  mutating func open(_ kind: ScreenKind) {
    screens[screen].willBeCovered()
    screens[kind].willOpen(from: screen)
    path.append(kind)
    messages.openedScreen = kind
  }

  /// Closes the top screen, unless it is the list.
  mutating func goBack() {
    guard path.count > 1 else { return }
    path.removeLast()
    if path.count == 1 { currentBeer = nil }
  }

  /// Closes the screens above one, or all but the list if it is not open.
  mutating func goBack(to kind: ScreenKind) { while path.count > 1, path.last != kind { goBack() } }

  /// Closes the screens above one that stays without the current beer, or all but the list.
  mutating func leaveBeer() {
    while path.count > 1, path.last?.traits.contains(.outlivesBeer) != true { goBack() }
  }

  /// Requests the pictures of photos that are, or may soon be, on the screen.
  private mutating func requestPictures() -> PictureRequest? {
    guard configuration.appearance.pictureMethod.drawsPictures else { return nil }
    return screens[screen].wantedPictures(in: ScreenContext(self)).flatMap { pictures.thumbnails.request($0) }
  }
}
