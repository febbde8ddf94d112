import DiaryModel
import DiaryStore

/// When an action can be asked for.
package enum Condition: Hashable, Sendable {
  case always
  /// The list has a beer under its cursor.
  case hasBeer
  /// The beer under the cursor, or on the screen, has photos.
  case hasPhotos
  /// There is an order to change.
  case hasSeveralPhotos
  case hasRemarks
  /// There is something to search and filter.
  case canFind
  /// A search or a filter is kept, or something is marked.
  case isNarrowed
  /// The list has not all beers, so that the statistics can count either.
  case isNarrowedList
  case isInDiary
  /// A beer is there that is not in the trash.
  case canTrash
  case isInTrash
  case hasSearch
  case canImport
  case isImporting
  /// The columns of a file are shown, and can be said to be something else.
  case canMap
  /// The beers of a file are shown, and its photos can be looked for.
  case canFindPhotos
  /// The same, and its rows can be recognised by other columns.
  case canIdentify
  case canUndo
  case canRedo
}

extension AppState {
  /// Whether an action makes sense right now.
  func isEnabled(_ action: Action) -> Bool {
    if isReadOnly, action.id.changesDiary { return false }
    return switch action.condition {
    case .always: true
    case .hasBeer: (rows.count ?? 0) > 0
    case .hasPhotos: (photoCount ?? 0) > 0
    case .hasSeveralPhotos: (photoCount ?? 0) > 1
    case .hasRemarks: !remarks.sentences.isEmpty
    case .isInTrash: hasChosenBeer && isShownInTrash
    case .canFind: (rows.count ?? 0) > 0 || !rows.query.hasAllBeers
    case .isNarrowed: !wantedQuery.hasAllBeers || !marks.isEmpty || marks.rangeStart != nil || list.isFinding
    case .isNarrowedList: !rows.query.hasAllBeers
    case .isInDiary: !isInTrash
    case .canTrash: hasChosenBeer && !isShownInTrash
    case .hasSearch: !rows.query.searchWords.isEmpty || !list.lastSearch.isEmpty
    case .canImport: fileImport?.canBegin == true
    case .canMap: fileImport?.canMap == true && fileImport?.isRereading == false
    case .canFindPhotos: fileImport?.preview?.hasName == true && fileImport?.isRereading == false
    case .canIdentify:
      fileImport?.canMap == true && fileImport?.needsName == false && fileImport?.isRereading == false
    case .isImporting: fileImport?.isBusy == true && fileImport?.isStopping == false
    case .canUndo: history.canUndo
    case .canRedo: history.canRedo
    }
  }

  /// Whether there is a beer under the cursor or on the screen.
  private var hasChosenBeer: Bool { shown != nil || (rows.count ?? 0) > 0 }

  /// Why an action makes no sense right now; `nil` where that can be seen, or is not known yet.
  func refusal(of action: Action) -> Notice? {
    if let readOnly, action.id.changesDiary { return Notice(text: ReadOnlyText.refusal(readOnly)) }
    return switch action.condition {
    case .always, .hasBeer, .isNarrowed, .isInTrash, .canImport, .isImporting, .canMap, .canFindPhotos,
      .canIdentify:
      nil
    case .isNarrowedList: Notice(text: "The list has all beers, and all are counted.")
    case .canFind: Notice(text: "There is nothing to look for yet.")
    case .canTrash where (rows.count ?? 0) == 0: nil
    case .canTrash where screen != .list: Notice(text: "This beer is in the trash: R brings it back.")
    case .isInDiary, .canTrash:
      Notice(text: "This is the trash: R brings a beer back, T goes back to the diary.")
    case .hasSearch: Notice(text: "Nothing is searched for; / begins a search.")
    case .hasPhotos, .hasSeveralPhotos:
      switch photoCount {
      case 0: Notice(text: "This beer has no photos.")
      case 1: Notice(text: "This beer has only one photo.")
      default: nil
      }
    case .hasRemarks: Notice(text: "There are no remarks from a migration.")
    case .canUndo: Notice(text: isStoring ? Self.storingSentence : "There is nothing to undo.")
    case .canRedo: Notice(text: isStoring ? Self.storingSentence : "There is nothing to redo.")
    }
  }

  /// Of the beer under the cursor or on the screen; `nil` while it is being read.
  private var photoCount: Int? {
    shown?.detail?.photos.count ?? rows[shown?.position ?? list.scroll.cursor]?.photoCount
  }
}
