/// What each screen remembers; the list's state is ``AppState/list``, since other screens show its beers too.
struct ScreenStates: Hashable, Sendable {
  var opening = OpeningState()
  var beer = BeerState()
  var photos = PhotosState()
  var editing = EditingState()
  var statistics = StatisticsState()
  var importing = ImportingState()
  var help = HelpState()
  var palette = PaletteState()
  var remarks = RemarksState()
}
