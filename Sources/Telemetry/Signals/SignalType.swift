/// The `type` of a signal in the queue.
enum SignalType: String, CaseIterable, Sendable {
  case appLaunched = "App.launched"
  case storeOpened = "Store.opened"
  case storeMigrated = "Store.migrated"
  case imported = "Diary.imported"
  case exported = "Diary.exported"
  case searchUsed = "Search.used"
  case photoMoved = "Photo.moved"
  case statisticsOpened = "Statistics.opened"
  case errorShown = "Error.shown"
  case sessionEnded = "Session.ended"
}
