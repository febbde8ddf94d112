import DiaryModel
import DiaryStore
import Terminal

// The beer next to the form, as the list shows it: its photo, or a glass in the color of the style, and what was typed.
extension FormScreen {
  /// The photo of the beer next to the form.
  func wantedPictures(in context: ScreenContext) -> [Int64]? {
    guard let form, context.formLayout.preview != nil else { return nil }
    return photos(form, context).first.map { [$0.id] }
  }

  func drawPreview(_ form: FormState, _ context: ScreenContext, into canvas: inout Canvas) {
    guard let columns = context.formLayout.preview else { return }
    let body = context.layout.body
    let fields = form.typedFields
    let photos = photos(form, context)
    let item = BeerListItem(
      id: form.beer ?? 0, name: fields.name, brewery: fields.brewery, style: fields.style, abv: fields.abv,
      ibu: fields.ibu, rating: fields.rating, place: fields.place, drunkAt: fields.drunkAt,
      photoCount: photos.count, thumbnail: photos.first?.metadata, thumbnailID: photos.first?.id)
    let preview = BeerPreview(
      item: item, fields: fields, photos: photos, times: [], order: .date,
      picture: context.pictures[photos.first?.id], renderings: context.renderings,
      appearance: context.appearance, sheet: form.sheet, width: columns.count, height: body.count,
      highlight: nil)
    for (row, line) in zip(body, preview.lines(hasNotes: false)) {
      canvas.put(line, at: Point(column: columns.lowerBound, row: row), maxWidth: columns.count)
    }
  }

  /// The photos of the edited beer; a new one has none yet.
  private func photos(_ form: FormState, _ context: ScreenContext) -> [Photo] {
    guard let detail = context.currentBeer?.detail, detail.beer.id == form.beer else { return [] }
    return detail.photos
  }
}
