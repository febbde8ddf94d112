import Testing

/// The built program as people and scripts meet it.
@Suite(.fewAtATime) struct EndToEnd {}
