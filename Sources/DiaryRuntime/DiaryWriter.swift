import DiaryModel
import DiaryProcess
import DiaryStore
import DiarySync
import DiaryText
import DiaryUI
import Dispatch
import Foundation
import Pictures
import Synchronization

/// Makes changes one at a time and in the order of their requests; reads never wait for them.
final class DiaryWriter: Sendable {
  private static let progressInterval = Duration.milliseconds(100)

  private let session: DiarySession
  private let queue = DispatchQueue(label: "diary.writes", qos: .userInitiated)
  /// The requested changes that have not ended, in the order of the requests.
  private let unfinished = Mutex(UnfinishedChanges())

  init(_ session: DiarySession) { self.session = session }

  /// Runs work after all changes requested before it, and before all later ones.
  func enqueue(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  /// Waits until all requested changes are made.
  func finish() { queue.sync {} }

  /// Cancels a change if it can be canceled and no other one has to be made before it.
  ///
  /// Does nothing if the change has ended, so that a late cancellation does not cancel the next one.
  func cancel(_ request: ChangeRequest) {
    unfinished.withLock { if $0.requests.first == request { $0.isFirstCancelled = true } }
  }

  func change(_ request: ChangeRequest) {
    unfinished.withLock { $0.requests.append(request) }
    session.run(on: queue) { diary in
      let progress = self.progress(of: request)
      let result = Result { () throws(ChangeFailure) in
        try diary.perform(
          request, progress: progress, isCancelled: { self.unfinished.withLock { $0.isFirstCancelled } })
      }
      self.unfinished.withLock { $0.removeFirst() }
      return .changed(request, result)
    }
  }

  /// Returns a callback that reports the progress of a change, as often as users can read it.
  private func progress(of request: ChangeRequest) -> (Int) -> Void {
    let total = request.beerCount
    var next = ContinuousClock.now
    return { done in
      let now = ContinuousClock.now
      guard done < total, now >= next else { return }
      next = now + Self.progressInterval
      self.session.post(.changing(done: done, total: total))
    }
  }
}

/// Requested changes that have not ended, of which the first is being made or is the next.
private struct UnfinishedChanges {
  var requests: [ChangeRequest] = []
  var isFirstCancelled = false

  mutating func removeFirst() {
    requests.removeFirst()
    isFirstCancelled = false
  }
}

extension ChangeRequest {
  /// Whether the user chooses values of conflicts.
  fileprivate var isChoice: Bool {
    switch self {
    case .resolve, .resolveAll: true
    default: false
    }
  }
}

extension Diary {
  /// Makes a change.
  ///
  /// - Parameters:
  ///   - progress: Called repeatedly during a change of many beers, with the number of changed beers.
  ///   - isCancelled: Called often during a change of many beers; return `true` to stop with `.cancelled`.
  fileprivate func perform(
    _ request: ChangeRequest, progress: (Int) -> Void, isCancelled: () -> Bool
  ) throws(ChangeFailure) -> ChangeOutcome {
    // If something besides the change cannot be read, the sentence about it is shorter.
    let watch = try? request.isShownImmediately ? nil : ConflictWatch(self)
    var outcome = try ChangeFailure.mapErrors(at: path) { try make(request, progress, isCancelled) }
    // The screen shows it, and does not describe it.
    if request.isShownImmediately { return outcome }
    outcome.discarded = (try? watch?.discarded(by: request.isChoice ? outcome.changes : [])) ?? []
    outcome.endedConflicts = (try? watch?.ended()) ?? []
    outcome.fitsLog = outcome.changes.fitLogTogether
    guard let change = outcome.changes.last else { return outcome }
    if let fields = change.fields {
      outcome.subject = fields.name
    } else {
      outcome.subject = change.onlyBeer.flatMap { try? beer($0) }?.beer.fields.name
    }
    if case .added(let beer) = change {
      outcome.times = (try? self.beer(beer.id))?.label?.times
      outcome.position = try? positionInLabel(ofBeer: beer.id)
    }
    return outcome
  }

  private func make(
    _ request: ChangeRequest, _ progress: (Int) -> Void, _ isCancelled: () -> Bool
  ) throws -> ChangeOutcome {
    switch request {
    case .save(nil, let fields, _):
      let beer = try add(NewBeer(fields: fields))
      return ChangeOutcome([.added(beer)], beer: beer.id)
    case .addAgain(let fields, let label):
      let beer = try add(NewBeer(fields: fields), toLabel: label)
      return ChangeOutcome([.added(beer)], beer: beer.id)
    case .save(let id?, let fields, let expected):
      return outcome(try edit(id, to: fields, expecting: expected), beer: id)
    case .trash(let beers):
      return outcome(try moveToTrash(beers.ascending, progress: progress, isCancelled: isCancelled))
    case .restore(let beers):
      return outcome(try restore(beers.ascending, progress: progress, isCancelled: isCancelled))
    case .set(let field, let beers, let value, let expected):
      return ChangeOutcome(
        try set(
          field, of: beers.ascending, to: value, expecting: expected, progress: progress,
          isCancelled: isCancelled))
    case .emptyTrash(let contents):
      return ChangeOutcome(emptied: try emptyTrash(contents, isCancelled: isCancelled))
    case .addPhotos(let beer, let paths): return addPhotos(paths, to: beer)
    case .movePhoto(let move): return outcome(try movePhoto(move.photoID, to: move.index))
    case .removePhoto(let id): return outcome(try removePhoto(id))
    case .restorePhotos(let photos): return ChangeOutcome(try restorePhotos(photos))
    case .restoreAllPhotos(let beer):
      return ChangeOutcome(try restorePhotos(removedPhotos(ofBeer: beer).removedByUser))
    case .caption(let photo, let text): return outcome(try setCaption(text, ofPhoto: photo))
    case .mergeLabels(let labels, let target): return outcome(try mergeLabels(labels, into: target))
    case .keepApart(let label, let other): return outcome(try keepApart(label, other))
    case .splitLabel(let beer): return outcome(try splitLabel(ofBeer: beer))
    case .splitBeer(let id, let timeZone): return outcome(try splitBeer(id, in: timeZone))
    case .resolve(let conflict, let index): return ChangeOutcome([try resolve(conflict, choosing: index)])
    case .resolveAll(let conflicts, let preference):
      return ChangeOutcome(try SyncSession.resolveAll(conflicts, choosing: preference, of: self))
    case .undo(let made):
      return ChangeOutcome(try revert(made, progress: progress, isCancelled: isCancelled))
    case .undoLogged(let change):
      return ChangeOutcome(try revertChange(change.id, progress: progress, isCancelled: isCancelled))
    case .redo(let undone):
      return ChangeOutcome(try revert(undone, isRedo: true, progress: progress, isCancelled: isCancelled))
    }
  }

  private func resolve(_ conflict: SyncConflict, choosing index: Int) throws -> DiaryChange {
    do {
      return try SyncSession.resolve(conflict.id, choosing: index, of: self, expecting: conflict)
    } catch {
      guard error == .noSuchConflict else { throw error }
      // The screen shows the conflicts, and says which of them has changed.
      throw EditError.changedSince(what: BeerText.readable(conflict.title).map { "“\($0)”" } ?? "The value")
    }
  }

  private func outcome(_ change: DiaryChange?, beer: Int64? = nil) -> ChangeOutcome {
    ChangeOutcome(change.map { [$0] } ?? [], beer: beer)
  }

  /// Adds photos as one change in the log; a file that cannot be added does not keep the others from being added.
  private func addPhotos(_ paths: [String], to beer: Int64) -> ChangeOutcome {
    var outcome = ChangeOutcome()
    var problems: [Int: Problem] = [:]
    var formats: [Int: String] = [:]
    var unopened = paths.indices.makeIterator()
    // Outcomes come in the order in which the files were opened.
    var opened: ArraySlice<Int> = []
    do {
      try addPhotos(
        to: beer,
        next: {
          while let index = unopened.next() {
            do {
              let image = try FileBytes(userImageAt: TypedPath.expanded(paths[index]))
              guard let header = try ImageHeader(reading: image) else {
                throw CommandFailure.notAPicture("`beerdiary photo add --any-file` adds it anyway")
              }
              formats[index] = Self.formatWithoutPicture(image, header)
              opened.append(index)
              return image
            } catch {
              problems[index] = Problem(CommandFailure(describing: error))
            }
          }
          return nil
        },
        onStored: { result in
          guard let index = opened.popFirst() else { return }
          switch result {
          case .success(let added):
            outcome.changes.append(added.change)
            if let format = formats[index] { outcome.formatsWithoutPicture.insert(format) }
          case .failure(let error): problems[index] = Problem(CommandFailure(describing: error))
          }
        })
    } catch {
      let problem = Problem(CommandFailure(describing: error))
      for index in Array(opened) + Array(IteratorSequence(unopened)) { problems[index] = problem }
    }
    let refused = paths.indices.compactMap { index in problems[index].map { (paths[index], $0) } }
    outcome.problem = problem(with: refused, added: outcome.changes.count, of: paths.count)
    return outcome
  }

  /// Returns the name of an image's format if the program cannot show the image; `nil` if it can.
  private static func formatWithoutPicture(_ image: FileBytes, _ header: ImageHeader) -> String? {
    // Decoding these takes long, and succeeds.
    if [.jpeg, .png].contains(header.format) { return nil }
    do {
      _ = try Thumbnail.make(from: image)
      return nil
    } catch {
      return if case .noCodec(let format) = error { format.rawValue } else { nil }
    }
  }

  /// Returns a sentence with the files that were not added, and why the first of them was not; `nil` if there are none.
  private func problem(with refused: [(path: String, problem: Problem)], added: Int, of count: Int)
    -> Problem?
  {
    guard let first = refused.first?.problem else { return nil }
    // The prompt shows the only path.
    if count == 1 { return first }
    let maxNames = 3
    var names = refused.prefix(maxNames).map { "“\(URL(fileURLWithPath: $0.path).lastPathComponent)”" }
    if refused.count > maxNames { names.append("\(NumberText.count(refused.count - maxNames)) more") }
    return Problem(
      sentence: "Added \(NumberText.count(added)) of \(NumberText.count(count, "photo")), "
        + "not \(names.joined(separator: ", ")): \(first.sentence)", kind: first.kind)
  }
}
