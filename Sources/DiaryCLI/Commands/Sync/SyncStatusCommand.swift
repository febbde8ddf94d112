import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiarySync
import DiaryText
import Foundation

struct SyncStatusCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show where the diary is stored, and what was not sent yet.",
    discussion: """
      The store is not read, so this works without it. A failure is that of the last synchronization, also of one by the \
      screen.

      EXAMPLES:
        beerdiary sync status
        beerdiary sync status --json | jq .conflicts
      """)

  static let json: JSONType = .object("sync_status")

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .reading) { diary in
      let status = try SyncSession.status(of: diary)
      let name = try SyncSession.deviceName(of: diary)
      let olderImages = status == nil ? 0 : try context.syncSession.olderImageCount(of: diary)
      let missingImages = try context.syncSession.expectedImageCount(of: diary)
      let json = JSONText.of(
        Self.members(
          status, deviceName: name, olderImageCount: olderImages, missingImageCount: missingImages))
      context.report(output, json: json) { console in
        guard let status else { return context.errors.sentence(SyncFailure.notSynchronized.sentence) }
        for line in TextTable.lines(rows(status, name, olderImages, missingImages, context.dates)) {
          console.line(line)
        }
      }
    }
  }

  private func rows(
    _ status: SyncStatus, _ name: String?, _ olderImageCount: Int, _ missingImageCount: Int,
    _ dates: DateText
  ) -> [[String]] {
    let conflicts =
      status.conflictCount == 0
      ? "none" : "\(NumberText.count(status.conflictCount)), see \(options.suggestion("sync", "conflicts"))"
    func text(_ time: Date?) -> String? { time.flatMap { DiaryDate(instant: $0) }.map(dates.shortWithTime) }
    let received = status.lastReceived == status.lastSync ? nil : text(status.lastReceived)
    var rows = [
      ["Store", status.location],
      ["Device", name.map { "\($0) (\(status.device))" } ?? status.device],
      ["Last sync", text(status.lastSync) ?? (received == nil ? "never" : "never complete")],
    ]
    if let received { rows.append(["Last received", received]) }
    rows += [
      ["To send", status.unsentCount == 0 ? "nothing" : NumberText.count(status.unsentCount, "change")],
      ["Conflicts", conflicts],
    ]
    let failure = status.failure.map { [["Failure", $0]] } ?? []
    rows += olderImageRow(olderImageCount) + missingImageRow(missingImageCount)
    return rows + unusableRow(status.unusableFiles) + delayedRow(status.delayedFiles) + failure
  }

  private func unusableRow(_ files: [String]) -> [[String]] {
    if files.isEmpty { return [] }
    let repair = "see \(options.suggestion("sync", "repair"))"
    let them = files.count == 1 ? "it" : "them"
    return [
      [
        "Damaged",
        "\(SyncText.names(of: files)), \(repair); if that does not help, move \(them) out of the store",
      ]
    ]
  }

  private func delayedRow(_ files: [String]) -> [[String]] {
    if files.isEmpty { return [] }
    let others = files.count == 1 ? "a file that has" : "files that have"
    return [["Waiting", "\(SyncText.names(of: files)), for \(others) not arrived yet"]]
  }

  private func olderImageRow(_ count: Int) -> [[String]] {
    if count == 0 { return [] }
    let images = NumberText.count(count, "older image is", "older images are")
    return [["Photos", "\(images) only in the store (sync.photos)"]]
  }

  private func missingImageRow(_ count: Int) -> [[String]] {
    if count == 0 { return [] }
    let images = NumberText.count(count, "image has", "images have")
    return [["Photos", "\(images) not arrived yet. \(SyncText.sourceOfImages(count))."]]
  }

  /// Returns a state as the members of a JSON object.
  ///
  /// - Parameter status: `nil` for a diary that is not synchronized.
  static func members(
    _ status: SyncStatus?, deviceName: String? = nil, olderImageCount: Int = 0, missingImageCount: Int = 0
  ) -> JSONMembers {
    [
      ("synchronized", .boolean(status != nil)), ("location", .init(status?.location)),
      ("device", .init(status?.device)), ("device_name", .init(deviceName)),
      ("last_sync", .init(status?.lastSync.flatMap { DiaryDate(instant: $0)?.text })),
      ("last_received", .init(status?.lastReceived.flatMap { DiaryDate(instant: $0)?.text })),
      ("unsent", .integer(Int64(status?.unsentCount ?? 0))),
      ("conflicts", .integer(Int64(status?.conflictCount ?? 0))),
      ("older_images", .integer(Int64(olderImageCount))),
      ("missing_images", .integer(Int64(missingImageCount))), ("failure", .init(status?.failure)),
      ("damaged_files", .array((status?.unusableFiles ?? []).map { .text($0) })),
      ("waiting_files", .array((status?.delayedFiles ?? []).map { .text($0) })),
    ]
  }
}

struct SyncDevicesCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "List the devices that have changed the diary.",
    discussion: """
      This device comes first. The time is when its changes arrived here last. With --json, prints an array with one device \
      per line.

      EXAMPLES:
        beerdiary sync devices
        beerdiary sync devices --json | jq '.[].name'
      """)

  static let json: JSONType = .array(.object("sync_device"))

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: ListOutputOptions

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .reading) { diary in
      let devices = try context.synchronizing { try SyncSession.devices(of: diary) }
      context.report(output, devices, json: \.members) { console in
        let rows = devices.map { device in
          [
            device.name ?? "", device.id,
            device.lastSeen.flatMap { DiaryDate(instant: $0) }.map(context.dates.shortWithTime) ?? "",
            NumberText.count(device.segmentCount, "update"), device.isThisOne ? "this device" : "",
          ]
        }
        for line in TextTable.lines(rows) { console.line(line) }
      }
    }
  }
}

extension SyncDevice {
  /// The members of the device's JSON object.
  fileprivate var members: JSONMembers {
    [
      ("id", .text(id)), ("name", .init(name)),
      ("last_seen", .init(lastSeen.flatMap { DiaryDate(instant: $0)?.text })),
      ("updates", .integer(Int64(segmentCount))), ("this_device", .boolean(isThisOne)),
    ]
  }
}
