import DiaryStore
import Terminal

// Actions of the timeline.
extension Action {
  static let showTimeline = Action(
    "timeline", .program, "Show the beers of the list by month, to jump to another time",
    keys: [.character("t")],
    on: [.list], changing: TimelineScreen.self
  ) { [.open(.timeline)] + $0.begin(in: $1) }

  static let filterPeriod = Action(
    "filter-period", .finding, "List only the beers of the month or the year", hint: "only these beers",
    keys: [.character("f")], on: [.timeline],
    when: { $0.state(of: TimelineScreen.self).periodAvailability(in: $0) }, changing: TimelineScreen.self
  ) { timeline, _ in timeline.filterPeriod() }

  static let onTimeline: [Action] = [showTimeline, filterPeriod]
}
