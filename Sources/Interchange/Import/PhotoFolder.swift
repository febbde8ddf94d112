import Foundation

/// The files of a folder that may have the photos of a file's rows.
struct PhotoFolder: Sendable {
  let path: String
  /// The names of regular files, and of links to such, that are not hidden.
  let names: Set<String>
  /// The names in lower case.
  private let lowercased: [String: [String]]
  /// Names such as `1053001.jpg` and `1053001_2.jpg` by the check-in's id at their start, in their order.
  private let byID: [String: [String]]

  /// Lists the files of a folder.
  ///
  /// - Throws: `.noPhotoFolder` if the folder cannot be read.
  init(_ path: String) throws(ImportError) {
    self.path = path
    let all: [String]
    do { all = try FileManager.default.contentsOfDirectory(atPath: path) } catch {
      throw .noPhotoFolder(path: path)
    }
    names = Set(all.filter { !$0.hasPrefix(".") && Self.isFile("\(path)/\($0)") })
    lowercased = Dictionary(grouping: names) { $0.lowercased() }
    let identified = names.compactMap { name in Self.checkIn(of: name).map { (name, $0) } }
    byID = Dictionary(grouping: identified, by: \.1.id).mapValues { files in
      files.sorted { ($0.1.position, $0.0) < ($1.1.position, $1.0) }.map(\.0)
    }
  }

  /// Returns the file with a name, or else the only one whose name differs only in case; `nil` if there is none.
  func file(named name: String) -> String? {
    if names.contains(name) { return name }
    guard let others = lowercased[name.lowercased()], others.count == 1 else { return nil }
    return others[0]
  }

  /// The files that are named after a check-in, in their order.
  func files(ofCheckIn id: String) -> [String] { byID[id] ?? [] }

  /// Returns the id of a check-in, and the position of the file among its photos; `nil` for other names.
  private static func checkIn(of name: String) -> (id: String, position: Int)? {
    guard let match = name.wholeMatch(of: /([0-9]+)(?:[_-]([0-9]{1,6}))?(?:\.[^.]*)?/) else { return nil }
    return (String(match.1), match.2.flatMap { Int($0) } ?? 0)
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}

/// The names under which programs save the file of a link.
enum DownloadName {
  /// Returns the names, the most certain first; see ``PhotoPairing`` for names that several links share.
  ///
  /// `wget` keeps a query and writes its slashes as `%2F`; `curl -O` and browsers keep the path's last part. A service
  /// that makes pictures smaller has the picture's own link in its query.
  static func candidates(of link: String) -> [String] {
    let address = link.prefix { $0 != "#" }
    let path = address.prefix { $0 != "?" }
    let query = address.dropFirst(path.count + 1)
    guard let last = path.split(separator: "/").last.map(String.init) else { return [] }
    var names = query.isEmpty ? [] : ["\(last)?\(query.replacing("/", with: "%2F"))"]
    names += query.split(separator: "&").compactMap { nestedName(String($0)) }
    names += [last, last.removingPercentEncoding ?? last]
    return names
  }

  /// The last part of a link in a query, as in `url=https://example.org/photos/a.jpg`.
  private static func nestedName(_ parameter: String) -> String? {
    guard let value = parameter.split(separator: "=", maxSplits: 1).last,
      let link = String(value).removingPercentEncoding, link.contains("://")
    else { return nil }
    return link.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last.map(String.init)
  }
}
