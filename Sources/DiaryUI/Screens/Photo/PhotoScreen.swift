import DiaryModel
import DiaryStore
import DiaryText
import Pictures
import Terminal

extension ScreenKind {
  /// One photo, as large as the screen.
  package static let photo = ScreenKind(
    PhotoScreen.self, title: "Photo", [.undoes, .hasGrid, .readsStatus]
  ) { Action.onPhoto }
}

/// One photo of the current beer, as large as the screen.
struct PhotoScreen: Screen {
  private var photo: Int64?
  private(set) var viewport = PhotoViewport()
  /// The last picture of the photo that was made, which stays until the next one is made.
  private var shown: PictureSpec?
  /// The id of the photo whose missing image was requested since a photo was last selected; `nil` if none was.
  private var requestedPhoto: Int64?

  var subject: String { "photo" }

  mutating func select(photo: Int64, in context: ScreenContext) {
    self.photo = photo
    viewport = PhotoViewport()
    shown = nil
    requestedPhoto = nil
  }

  mutating func handle(_ message: Message, in context: ScreenContext) -> [Intent] {
    if case .rendered(let spec, _) = message, spec.photo == photo, spec.box == box(context) { shown = spec }
    return []
  }

  mutating func beerChanged(to beer: CurrentBeer) { self = PhotoScreen() }

  /// Gets the image of the photo on the screen if it is missing, once each time that the photo is selected.
  mutating func adapt(in context: ScreenContext) -> [Intent] {
    guard context.screen == .photo, let photo = selectedPhoto(in: context), photo.id != requestedPhoto else {
      return []
    }
    let intents = context.fetchImage(of: photo)
    if !intents.isEmpty { requestedPhoto = photo.id }
    return intents
  }

  /// Returns the index of the photo among those of the beer; `nil` if there are none.
  ///
  /// If the photo was removed, the first one is shown.
  func index(in context: ScreenContext) -> Int? {
    context.photos.firstIndex { $0.id == photo } ?? context.photos.indices.first
  }

  func selectedPhoto(in context: ScreenContext) -> Photo? { index(in: context).map { context.photos[$0] } }

  /// Shows the photo at an index, if there is one.
  mutating func showPhoto(at index: Int, in context: ScreenContext) {
    let photos = context.photos
    guard photos.indices.contains(index), photos[index].id != photo else { return }
    select(photo: photos[index].id, in: context)
  }

  /// Shows the next photo, or another one at a distance.
  mutating func step(by count: Int, in context: ScreenContext) -> [Intent] {
    guard let index = index(in: context) else { return [] }
    guard context.photos.indices.contains(index + count) else {
      return [.say(count < 0 ? "This is already the first photo." : "This is already the last photo.")]
    }
    showPhoto(at: index + count, in: context)
    return []
  }

  mutating func zoom(by steps: Int) { viewport.zoom(by: steps) }

  /// Moves in a photo that is zoomed in, otherwise to other photos.
  mutating func move(_ move: Move, in context: ScreenContext) {
    guard let index = index(in: context) else { return }
    let photos = context.photos
    guard viewport.isZoomed else {
      switch move {
      case .left, .up, .pageUp, .halfPageUp: return showPhoto(at: index - 1, in: context)
      case .right, .down, .pageDown, .halfPageDown: return showPhoto(at: index + 1, in: context)
      case .first: return showPhoto(at: 0, in: context)
      case .last: return showPhoto(at: photos.count - 1, in: context)
      }
    }
    let (columns, rows) =
      switch move {
      case .left: (-1, 0)
      case .right: (1, 0)
      case .up: (0, -1)
      case .down: (0, 1)
      case .halfPageUp: (0, -2)
      case .halfPageDown: (0, 2)
      case .pageUp: (0, -4)
      case .pageDown: (0, 4)
      case .first: (0, -1_000)
      case .last: (0, 1_000)
      }
    viewport.pan(columns, rows, photo: size(of: photos[index], in: context), box: boxInPixels(context))
  }

  /// Goes back to the photos, with the cursor on this one.
  mutating func goBack(in context: ScreenContext) -> [Intent] {
    let photo = index(in: context).map { context.photos[$0].id }
    return [.back] + (photo.map { [.selectPhoto($0, on: .photos)] } ?? [])
  }

  func wantedPictures(in context: ScreenContext) -> [Int64]? {
    guard let index = index(in: context) else { return [] }
    let photos = context.photos
    return [index, index + 1, index - 1].filter { photos.indices.contains($0) }.map { photos[$0].id }
  }

  // MARK: - Drawing

  func draw(in context: ScreenContext, into canvas: inout Canvas) {
    let theme = context.theme
    let photo = selectedPhoto(in: context)
    let caption = captionLines(context)
    ScreenFrame(
      title: .blank,
      status: StyledLine(
        photo.map { status($0, hasCaption: caption.isEmpty, context) } ?? "", theme.secondary),
      position: position(context)
    ).draw(context, into: &canvas)
    // The photo and its caption take the rows of the header and the rules as well.
    let box = box(context)
    canvas.fill(
      Point(column: 0, row: 0), Size(width: box.width, height: max(1, context.layout.statusRow)))
    for (row, line) in zip(box.height..., caption) {
      canvas.put(StyledLine(line), at: Point(column: 1, row: row), maxWidth: context.layout.contentWidth)
    }
    // Screen readers read the line of the cursor, and the photo has no words.
    canvas.cursor = Point(column: 0, row: context.layout.statusRow - caption.count)
    guard let photo else {
      return BodyMessage(lines: [StyledLine("No photos.", theme.secondary)]).draw(context, into: &canvas)
    }
    if let advice = advice(on: photo, context) {
      let cursor = canvas.cursor
      BodyMessage(lines: [StyledLine(advice, theme.secondary)], isCentered: true)
        .draw(context, into: &canvas)
      // Drawing the message has moved the cursor away from the description.
      canvas.cursor = cursor
      return
    }
    let region = viewport.region(photo: size(of: photo, in: context), box: boxInPixels(context))
    let lines = PictureBox(photo, in: context)
      .lines(columns: box.width, rows: box.height, region: region, isDetailed: true, substitute: shown)
    // A picture that was made for a higher box is shown until the next one is made.
    for (row, line) in zip(0..<box.height, lines) {
      canvas.put(line, at: Point(column: 0, row: row), maxWidth: box.width)
    }
  }

  /// `2 of 5`; empty if there are no photos.
  private func position(_ context: ScreenContext) -> String {
    index(in: context).map { "\(NumberText.count($0 + 1)) of \(NumberText.count(context.photos.count))" }
      ?? ""
  }

  /// Returns the lines of the caption below the photo, at most a third of the screen; empty if the status line has room
  /// for it.
  ///
  /// It also stays there in words, where the status line is read in parts, and if there is advice in place of the photo.
  private func captionLines(_ context: ScreenContext) -> [String] {
    guard !context.appearance.usesWords, let photo = selectedPhoto(in: context),
      let caption = BeerText.readable(photo.caption), advice(on: photo, context) == nil
    else { return [] }
    let beginning = joined([zoomText(context), caption], context)
    let room = ScreenFrame.roomForStatus(nextTo: position(context), context)
    if beginning.columns <= room { return [] }
    return caption.wrapped(
      to: context.layout.contentWidth, maxLines: max(1, context.size.height / 3),
      ellipsis: String(context.glyphs.ellipsis))
  }

  /// Returns what to do about a missing image, to show in place of the photo; `nil` if the image is not missing or its
  /// thumbnail is known, and in words, where the status line has the advice.
  private func advice(on photo: Photo, _ context: ScreenContext) -> String? {
    if case .thumbnail = context.pictures[photo.id] { return nil }
    return context.appearance.usesWords ? nil : context.advice(onMissingImageOf: photo)
  }

  /// The magnification with the keys that move in the photo; `nil` for the whole photo.
  private func zoomText(_ context: ScreenContext) -> String? {
    guard viewport.isZoomed else { return nil }
    let moves: [Action] = [.moveLeft, .moveDown, .moveUp, .moveRight]
    let keys = moves.compactMap { context.key(of: $0) }.joined(separator: "/")
    return "\(NumberText.exact(viewport.magnification))×" + (keys.isEmpty ? "" : ", \(keys) move")
  }

  /// The magnification, the caption unless it is below the photo, and the description.
  private func status(_ photo: Photo, hasCaption: Bool, _ context: ScreenContext) -> String {
    let image =
      (context.appearance.usesWords ? context.advice(onMissingImageOf: photo) : nil)
      ?? context.description(ofImageOf: photo)
    return joined(
      [
        zoomText(context), hasCaption ? BeerText.readable(photo.caption) : nil, image,
        photo.circumstances(context.appearance),
      ], context)
  }

  private func joined(_ facts: [String?], _ context: ScreenContext) -> String {
    facts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " \(context.glyphs.separator) ")
  }

  /// The size of the photo on the screen: all rows above the status line and the caption.
  private func box(_ context: ScreenContext) -> Size {
    Size(
      width: context.size.width, height: max(1, context.layout.statusRow - captionLines(context).count))
  }

  private func boxInPixels(_ context: ScreenContext) -> Size {
    let box = box(context)
    // If it is not known how large a cell is, it is twice as high as wide.
    let cell = context.appearance.pictureMethod.graphics == nil ? nil : context.appearance.terminal.cellSize
    return Size(width: box.width * (cell?.width ?? 1), height: box.height * (cell?.height ?? 2))
  }

  /// The size of a photo in pixels of any size: that of its thumbnail, which is upright, once it is known.
  private func size(of photo: Photo, in context: ScreenContext) -> Size {
    if case .thumbnail(let thumbnail) = context.pictures[photo.id] {
      return Size(width: thumbnail.pixels.size.width, height: thumbnail.pixels.size.height)
    }
    return Size(width: photo.metadata.width ?? 3, height: photo.metadata.height ?? 4)
  }
}
