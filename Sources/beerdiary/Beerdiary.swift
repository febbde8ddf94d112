import ArgumentParser

@main
struct Beerdiary: ParsableCommand {
  func run() throws {}
}
