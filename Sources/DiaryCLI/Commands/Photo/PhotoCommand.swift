import ArgumentParser

struct PhotoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "photo", abstract: "Add, list, move, remove, export and open photos of beers.",
    discussion: """
      A beer's first photo is its thumbnail. Photos are counted from 1.

      EXAMPLES:
        beerdiary photo add 12 glass.jpg label.heic --caption "At the brewery"
        beerdiary photo list Orval
        beerdiary photo move 12 3 first
        beerdiary photo export --all ~/Pictures/beers
      """,
    subcommands: [
      AddPhotosCommand.self, ListPhotosCommand.self, MovePhotoCommand.self, SplitBeerCommand.self,
      RemovePhotosCommand.self, RestorePhotosCommand.self, CaptionPhotoCommand.self,
      ExportPhotosCommand.self, OpenPhotoCommand.self, FetchPhotosCommand.self, PhotoURLsCommand.self,
    ])
}
