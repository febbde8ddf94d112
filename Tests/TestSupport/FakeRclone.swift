import Foundation

/// A script that does what `RcloneStore` needs of rclone for local folders, and fails on request.
package struct FakeRclone: Sendable {
  /// What goes wrong in one call.
  package enum Fault: String, CaseIterable, Sendable {
    /// The program is killed before it does anything.
    case dies
    /// The program is killed after it has copied half of the first file, under its final name.
    case copiesHalf = "copies-half"
    /// The program is killed after it has copied the first file.
    case copiesOne = "copies-one"
    /// Half of each file is copied, and success is reported.
    case truncates
    /// Nothing is done, and success is reported.
    case doesNothing = "does-nothing"
    /// Meaningless bytes are written, and success is reported.
    case writesGarbage = "writes-garbage"
    /// A listing ends in the middle, and success is reported.
    case endsEarly = "ends-early"
    /// An error is reported, after everything has been done.
    case failsLate = "fails-late"
    /// An error is reported, and nothing is done.
    case fails
    /// The program waits forever.
    case hangs
    /// A folder is reported to be missing with the exit status of another error.
    case deniesAccess = "denies-access"
  }

  private let folder: TemporaryFolder

  package init() throws {
    folder = try TemporaryFolder()
    try folder.script("rclone", Self.script.replacingOccurrences(of: "HERE", with: folder.path))
  }

  /// The path of the script.
  package var path: String { folder.file("rclone") }

  /// The folder to which files are copied, which does not exist at first.
  package var store: String { folder.file("store") }

  /// Makes a later call fail.
  ///
  /// - Parameter call: 1 for the next call.
  package func fail(_ fault: Fault, at call: Int = 1) throws {
    try "\(try calls().count + call) \(fault.rawValue)\n".write(
      toFile: folder.file("fault"), atomically: true, encoding: .utf8)
  }

  /// Makes all later calls succeed.
  package func succeed() throws {
    try "0 none\n".write(toFile: folder.file("fault"), atomically: true, encoding: .utf8)
  }

  /// Returns the commands of all calls so far, such as `copy`, with their arguments.
  package func calls() throws -> [String] {
    guard FileManager.default.fileExists(atPath: folder.file("calls")) else { return [] }
    return try folder.text("calls").split(separator: "\n").map(String.init)
  }

  private static let script = #"""
    #!/bin/sh
    # The commands of rclone that the store uses, for local folders, with one fault.
    printf '%s\n' "$*" >>'HERE/calls'
    fault=
    if [ -e 'HERE/fault' ]; then
      read -r number kind <'HERE/fault'
      [ "$number" = "$(wc -l <'HERE/calls')" ] && fault=$kind
    fi
    say() { echo "2026/11/27 05:00:00 $1" >&2; }

    case $fault in
    dies) kill -9 $$ ;;
    hangs) exec sleep 100000 ;;
    does-nothing) exit 0 ;;
    writes-garbage) printf '\001{]\377 garbage\n'; exit 0 ;;
    fails)
      say 'ERROR : Attempt 1/1 failed with 1 errors and: the disk is on fire'
      say 'Failed to do it: the disk is on fire'
      exit 1 ;;
    denies-access)
      say 'Failed to lsjson with 2 errors: last error was: error in ListJSON: AccessDenied: directory not found'
      exit 1 ;;
    esac

    command=$1
    shift
    names=
    recursive=
    source=
    target=
    for word; do
      case $word in
      --files-from-raw=-) names=yes ;;
      --recursive) recursive=yes ;;
      --*) ;;
      *) if [ "$source" ]; then target=$word; else source=$word; fi ;;
      esac
    done
    source=${source#beerdiarystore:}
    target=${target#beerdiarystore:}

    # The files of the source, relative to it, that exist and are wanted.
    wanted() {
      if [ "$names" ]; then
        while read -r name; do [ ! -f "$source/$name" ] || echo "$name"; done
      elif [ "$command" = lsjson ]; then
        (cd "$source" && find . -maxdepth 1 -type f) | sed 's,^\./,,'
      else
        (cd "$source" && find . ! -type d) | sed 's,^\./,,'
      fi | LC_ALL=C sort
    }

    case $command in
    lsjson)
      if [ ! "$names" ] && [ ! -d "$source" ]; then
        echo '['
        say 'ERROR : : error listing: directory not found'
        say 'Failed to lsjson with 2 errors: last error was: error in ListJSON: directory not found'
        exit 3
      fi
      echo '['
      separator=
      wanted | while read -r name; do
        printf '%s{"Path":"%s","Name":"%s","Size":%d,"ModTime":"","IsDir":false}' \
          "$separator" "$name" "${name##*/}" "$(stat -c %s "$source/$name")"
        separator=,
      done
      [ "$fault" = ends-early ] && exit 0
      echo ']' ;;
    copy)
      wanted | while read -r name; do
        mkdir -p "$(dirname "$target/$name")"
        case $fault in
        truncates) head -c "$(($(stat -L -c %s "$source/$name") / 2))" "$source/$name" >"$target/$name" ;;
        copies-half)
          head -c "$(($(stat -L -c %s "$source/$name") / 2))" "$source/$name" >"$target/$name"
          kill -9 $$
          exit ;;
        copies-one)
          cp "$source/$name" "$target/$name"
          kill -9 $$
          exit ;;
        *) cp "$source/$name" "$target/$name" ;;
        esac
      done ;;
    delete)
      wanted | while read -r name; do rm -f "$source/$name"; done ;;
    esac
    [ "$fault" = fails-late ] || exit 0
    say 'ERROR : a: Failed to copy: the disk is full'
    say 'Failed to copy: the disk is full'
    exit 1
    """#
}
