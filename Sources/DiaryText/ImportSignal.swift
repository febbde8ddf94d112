import DiaryStore
package import Interchange
package import Telemetry

extension Signal {
  /// Creates the signal of an import that has succeeded.
  package init(_ summary: ImportSummary, duration: Duration) {
    self = .imported(
      dialect: ImportDialect(summary.analysis), added: CountBucket(summary.tally.added),
      skipped: CountBucket(summary.tally.same + summary.tally.differing + summary.tally.repeated),
      rejected: CountBucket(summary.counts.rejected), duration: duration)
  }
}

extension ImportDialect {
  fileprivate init(_ analysis: FileAnalysis) {
    self =
      if analysis.dialect == .beerDiary {
        analysis.syntax == .json ? .json : .plain
      } else {
        ImportDialect(rawValue: analysis.dialect.id) ?? .other
      }
  }
}
