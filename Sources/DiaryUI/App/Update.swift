import DiaryStore
import DiaryText
import Terminal

extension AppState {
  /// What has to be done first.
  package mutating func start() -> [Effect] { [.openDiary] }

  /// Takes in what happened and says what has to be done about it.
  package mutating func update(_ message: Message) -> [Effect] {
    let effects = dismissAnnouncement(by: message) + receive(message)
    for case .change(let request) in effects { changes.noteRequest(request) }
    // What the screen misses is read before anything else.
    return settle() + effects + message.errorSignals + takeKeysAhead()
  }

  private mutating func receive(_ message: Message) -> [Effect] {
    switch message {
    case .key(let key): return press(key)
    case .mouse(let event): return receive(event)
    case .paste(let paste): return receive(paste)
    case .resized(let size): self.size = size
    case .tick: tick()
    case .signal(let signal): return receive(signal)
    case .migrating(let progress): showMigration(progress)
    case .opened(let result): return opened(result)
    case .openedReadOnly(let reason): environment.readOnly = .error(reason)
    case .storeChanged: list.isOutdated = true
    case .summary(let request, let result):
      list.rows.accept(request, result)
      if case .success(let summary) = result { list.note(summary.populatedFields) }
    case .rows(let request, let result): acceptRows(request, result)
    case .place(let request, let result): return acceptPlace(request, result)
    case .match(let request, let result): acceptMatch(request, result)
    case .marks(let request, let result): acceptMarks(request, result)
    case .marksCompared(let request, let result): list.marks.acceptComparison(request, try? result.get())
    case .vocabulary(let result): return accept(try? result.get())
    case .fieldValues(let field, let values): return accept(values, of: field)
    case .beer(let request, let result): acceptBeer(request, result)
    case .today(let day): accept(today: day)
    case .formHelp(let help): accept(help)
    case .draftsFound(let drafts): screens.editing.keptDrafts = drafts
    case .statistics(let query, .success(let statistics)): accept(statistics, of: query)
    case .statistics(let query, .failure(let error)): screens.statistics.fail(error, of: query)
    case .notesEdited(let notes, let beer, let problem):
      return notesEdited(notes, beer: beer, problem: problem)
    case .pictures(let pictures): self.pictures.accept(pictures)
    case .photoViewed(let problem): notice = problem.map { Notice(text: $0.sentence, kind: .problem) }
    case .folder(let request, let names): acceptFolder(request, names)
    case .importProgress(let path, let share): acceptShare(path, share)
    case .importPreviewed(let request, let result): acceptPreview(request, result)
    case .imported(let request, let result): return acceptImport(request, result)
    case .mappingSaved(let mapping, let problem): acceptMapping(mapping, problem)
    case .changing(let done, let total): changes.share = ChangeState.Share(done: done, total: total)
    case .changed(let request, let result): return changed(request, result)
    case .workedInBackground(let result): return workedInBackground(result)
    }
    return []
  }

  mutating func press(_ key: Key) -> [Effect] {
    if prompt != nil, !Self.reachesPastPrompt(key) {
      // A question that was not there yet is not what the key answers.
      if prompt?.isQuestion == true, typeAhead.current != nil { return dropKeysAhead(from: key) }
      return pressInPrompt(key)
    }
    guard isReady || actsAhead(key) else { return isMigrating ? [] : keep(key) }
    if keysWait, !Self.reachesPastPrompt(key), !leavesUnfilledForm(key) { return keep(key) }
    if screen.behavior.intercept(key, in: &self) { return [] }
    guard let action = environment.actions.action(for: key, on: screen) else { return type(key) }
    return perform(action, by: key)
  }

  /// Does what was asked for, or tells why it makes no sense now.
  ///
  /// - Parameter key: Waits until it is known what is marked, where it has to; `nil` where no key asked for it.
  mutating func perform(_ action: Action, by key: Key? = nil) -> [Effect] {
    if screen == .list, action.traits.contains(.changesChosenBeers), isCursorOnItsWay {
      notice = Notice(text: "Nothing was changed: the list was still being read.")
      return []
    }
    if let key, action.traits.contains(.followsChange), isUnsettled {
      typeAhead.awaitsChange = true
      return keep(key)
    }
    if let keyAhead = typeAhead.current, isBlind(action) { return dropKeysAhead(from: keyAhead.key) }
    notice = nil
    switch availability(of: action) {
    case .enabled: break
    case .disabled: return []
    case .refused(let reason):
      notice = Notice(text: reason)
      return []
    }
    let marking = endRange(before: action)
    if !marking.isEmpty, action.traits.contains(.closesRange) { return marking }
    if list.marks.isReading, action.traits.contains(.usesMarks), screen == .list {
      return marking + (key.map { keep($0) } ?? [])
    }
    return marking + action.perform(&self)
  }

  /// Keys that mean the same while something is typed.
  private static func reachesPastPrompt(_ key: Key) -> Bool {
    [.control("c"), .control("l"), .control("z")].contains(key)
  }

  /// A key that is no action is text where something is typed.
  private mutating func type(_ key: Key) -> [Effect] {
    guard screen.behavior.textInput(self) != .none else { return [] }
    screen.behavior.type(key, in: &self)
    notice = nil
    return []
  }

  private mutating func tick() {
    frame &+= 1
    screens.opening.isShown = true
    list.tick()
    tickPrompt()
    changes.tick()
  }

  private mutating func receive(_ signal: SystemSignal) -> [Effect] {
    switch signal {
    case .stop: [.suspend]
    case .resumed: [.redrawAll]
    case .interrupt: interrupt()
    case .terminate, .hangup: keepDraft() + [.quit(.signal(signal))]
    }
  }

  /// Brings cursors and windows into range for what is there now, and asks for what is missing.
  private mutating func settle() -> [Effect] {
    guard path.first == .list else { return [] }
    var effects = followStore() + dropUsedDraft()
    settleList()
    settleShownBeer()
    fillRecoveredForm()
    fillForm()
    screen.behavior.settle(&self)
    offerDraft()
    noteShownRows()
    list.rows.tell(of: list.isFinding ? list.lastSearch : "")
    if let request = list.rows.request(visible: visibleRows) { effects.append(.loadRows(request)) }
    if let request = requestShownBeer() { effects.append(.loadBeer(request)) }
    if let request = requestPictures() { effects.append(.loadPictures(request)) }
    return effects + compareMarks()
  }
}

extension AppState {
  /// Puts a screen on top.
  mutating func open(_ kind: ScreenKind) {
    screens.remarks.announcement = nil
    kind.behavior.begin(from: screen, in: &self)
    path.append(kind)
  }

  /// Takes the topmost screen away; the list stays.
  mutating func goBack() {
    guard path.count > 1 else { return }
    path.removeLast()
    if path == [.list] { shown = nil }
  }

  mutating func goBackToList() { while path.count > 1 { goBack() } }
}
