import DiaryStore
import DiaryText

extension MigrationReport {
  /// What was migrated, in numbers of beers and photos.
  var sentence: String {
    "Migrated \(NumberText.count(beerCount, "beer")) and \(NumberText.count(photoCount, "photo"))."
  }
}
