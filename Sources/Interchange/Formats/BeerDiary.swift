extension Dialect {
  /// An export of Beer Diary.
  package static let beerDiary = Dialect(
    "own", "a Beer Diary export", zeroIsUnknown: false, hasKnownUnits: true
  ) { keys in
    keys.isSuperset(of: [
      "uuid", "name", "drunkat", "createdat", "updatedat", "deletedat", "sourceid", "extras",
    ])
  }
}
