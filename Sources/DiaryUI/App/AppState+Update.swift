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
    return requestMissingData() + effects + message.signals + handleWaitingKeys()
  }

  /// Passes input to the top screen, and everything else to all screens and to the shared state.
  private mutating func dispatch(_ message: Message) -> [Effect] {
    switch message {
    case .key(let key):
      let isIgnored = isDropped(key) || ignoresRepeatedPress(of: key) || isSecondOfUnused(key)
      return isIgnored ? [] : press(key)
    case .mouse(let event):
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
    case .openedReadOnly(let reason): configuration.readOnly = .error(reason)
    case .vocabulary(let result): return storeVocabulary(result)
    case .fieldValues(let field, let values): return storeValues(values, of: field)
    case .choices(let request, let result): return applyChoices(request, result)
    case .beer(let request, let result): currentBeer?.apply(request, result)
    case .today(let day): return setToday(day)
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
    case .folder(let request, let names): completePath(request, names)
    case .commandRefused(let problem): notice = Notice(text: problem.sentence, kind: .problem)
    case .changeToUndo(let result): offerUndo(result)
    case .changing(let done, let total): changes.progress = ChangeState.Progress(done: done, total: total)
    default: return updateSync { $0.handle(message, in: $1) }
    }
    return []
  }

  /// Returns whether a key is ignored because it was pressed again immediately.
  ///
  /// A key that is held down comes again and again: each one that is ignored starts a pause again.
  private mutating func ignoresRepeatedPress(of key: Key) -> Bool {
    if let keyAhead = typeAhead.current {
      // Between waiting keys there is no time; what matters is when they were pressed.
      if !keyAhead.isRepeated { pendingDouble.key = nil }
    } else if pendingDouble.waiting?.key != key {
      pendingDouble.waiting = nil
    }
    guard let pressed = pendingDouble.key, pressed.key == key, !pressed.wasDoubled else {
      pendingDouble.key = nil
      return false
    }
    let ignored = pressed.ignoredAgain()
    pendingDouble.key = ignored
    if ignored.isHeldDown {
      notice = Notice(text: "\(key.label) was ignored. Wait a moment, then press it again.")
    }
    return true
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
    return perform(action, by: key)
  }

  /// Returns the action of a key on the screen: the first that is enabled, or else the one that says why it is not.
  func action(for key: Key) -> Action? {
    let context = ScreenContext(self)
    let candidates = context.kinds(on: screen).lazy.map { configuration.actions.candidates(for: key, on: $0) }
      .first { !$0.isEmpty }
    guard let candidates, candidates.count > 1 else { return candidates?.first }
    return candidates.first { context.isEnabled($0) && !changesMovingCursor($0) && !changesUnseenBeers($0) }
      ?? candidates.first
  }

  /// Whether an action would change the beer under a cursor that has moved to where the list has not been read.
  private func changesMovingCursor(_ action: Action) -> Bool {
    screens[screen].choosesBeers && action.traits.contains(.changesChosenBeers) && list.isCursorMoving
  }

  /// The exit statuses of commands that no signal has ended.
  private static let statusesWithoutSignal: Range<Int32> = 0..<128

  /// Reads what a command has added, which can be undone, or says that it could not be started.
  private mutating func commandEnded(
    _ command: TerminalCommand, _ status: Int32?, _ change: Result<LoggedChange?, StoreError>
  ) -> [Effect] {
    if status == nil { notice = Notice(text: "The command could not be started.", kind: .problem) }
    guard case .adopt = command, let status else { return [] }
    let reading: [Effect] =
      [.invalidateListCache] + reload() + (background.isWorking ? [] : [.doBackgroundWork])
    switch change {
    // Only a signal ends it after it has added beers and before it writes them to the log.
    case .success(nil) where Self.statusesWithoutSignal.contains(status): return reading
    case .success(let change?) where !change.changes.isEmpty:
      changes.noteTogether(change.changes)
      notice = Notice(text: ChangeText.logged(change), advice: ScreenContext(self).undoAdvice)
    // Undo would skip what was added, and undo an older change.
    default: changes.forgetAll()
    }
    return reading + updateSync { sync, _ in sync.synchronizeChange() }
  }

  /// Performs an action, or shows why it cannot be performed now.
  ///
  /// - Parameters:
  ///   - key: Waits until the marks are known, if the action needs them; `nil` if the action was not triggered by a key.
  ///   - count: The count before the key, for an action that uses it.
  mutating func perform(_ action: Action, by key: Key? = nil, count: Int = 1) -> [Effect] {
    let choosesBeers = screens[screen].choosesBeers
    if changesMovingCursor(action) {
      let reason = "The list was still loading."
      if let key { return ignoreKeys(key.label, because: reason) }
      notice = Notice(text: "Nothing was changed. " + reason)
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
    return update(screen) { screen, _ in screen.type(key) }
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

  private mutating func setToday(_ day: DiaryDate?) -> [Effect] {
    clock.today = day
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
