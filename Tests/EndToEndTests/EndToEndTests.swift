import Testing

/// The built program as people and scripts meet it.
///
/// The time limit of a test includes the time until it is its turn; see `waitUntil` for how long it may wait itself.
@Suite(.fewAtATime, .timeLimit(.minutes(60))) struct EndToEnd {}
