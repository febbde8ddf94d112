import DiaryUI
import Testing

@testable import DiaryRuntime

/// When the next synchronization begins.
@Suite struct SyncScheduleTests {
  private let start = ContinuousClock.now
  private var schedule = SyncSchedule()

  private func after(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

  @Test func nothingIsDueUntilSomethingIsRequested() {
    var schedule = schedule
    #expect(schedule.due == nil && schedule.begin(at: after(1000)) == nil)
    schedule.end(at: after(1000))
    #expect(schedule.due == nil)
  }

  @Test func aRequestOfTheUserIsImmediate() {
    var schedule = schedule
    schedule.note(.asked, at: start)
    #expect(schedule.begin(at: start) == true)
    // That was it, unless it is regular.
    schedule.end(at: after(2))
    #expect(schedule.due == nil)
  }

  @Test func theFirstSyncIsImmediateAndOthersEveryFiveMinutes() {
    var schedule = schedule
    schedule.note(.regularly, at: start)
    #expect(schedule.begin(at: start) == false)
    schedule.end(at: after(10))
    #expect(schedule.due == after(310))
    #expect(schedule.begin(at: after(309)) == nil)
    #expect(schedule.begin(at: after(310)) == false)
  }

  @Test func changesAreSentFiveSecondsAfterTheLastOne() {
    var schedule = schedule
    for second in [0, 3, 7] { schedule.note(.afterChange, at: after(second)) }
    #expect(schedule.isPending && schedule.begin(at: after(11)) == nil)
    #expect(schedule.begin(at: after(12)) == false)
    #expect(!schedule.isPending)
  }

  @Test func aChangeDoesNotDelayOneThatIsDue() {
    var schedule = schedule
    schedule.note(.asked, at: start)
    schedule.note(.afterChange, at: after(1))
    #expect(schedule.begin(at: after(1)) == true)
    #expect(schedule.due == nil && !schedule.isPending)
  }

  @Test func aRequestDuringASynchronizationLeadsToOneMore() {
    var schedule = schedule
    schedule.note(.regularly, at: start)
    #expect(schedule.begin(at: start) == false)
    for second in 1...3 { schedule.note(.asked, at: after(second)) }
    schedule.end(at: after(10))
    #expect(schedule.begin(at: after(10)) == true)
    #expect(schedule.begin(at: after(10)) == nil)
    schedule.end(at: after(12))
    #expect(schedule.due == after(312))
  }

  /// The other process may run for minutes.
  @Test func changesOfABusyDiaryAreTriedAgainSoonAndThenRegularly() {
    var schedule = schedule
    schedule.note(.afterChange, at: start)
    #expect(schedule.begin(at: after(5)) == false)
    schedule.end(at: after(10), isBusy: true)
    #expect(schedule.isPending && schedule.due == after(15))
    for second in [15, 320] {
      #expect(schedule.begin(at: after(second)) == false)
      schedule.end(at: after(second + 5), isBusy: true)
      #expect(schedule.isPending && schedule.due == after(second + 305))
    }
    #expect(schedule.begin(at: after(625)) == false)
    schedule.end(at: after(626))
    #expect(!schedule.isPending && schedule.due == nil)

    // The next change is tried again soon.
    schedule.note(.afterChange, at: after(700))
    #expect(schedule.begin(at: after(705)) == false)
    schedule.end(at: after(710), isBusy: true)
    #expect(schedule.due == after(715))
    schedule.note(.stop, at: after(711))
    #expect(schedule.due == nil && !schedule.isPending)
  }

  @Test func changesThatCouldNotBeSentWaitForTheNextOneOrTheEnd() {
    var schedule = schedule
    schedule.note(.regularly, at: start)
    #expect(schedule.begin(at: start) == false)
    schedule.end(at: after(1), hasFailed: true)
    #expect(!schedule.isPending)

    schedule.note(.afterChange, at: after(2))
    #expect(schedule.begin(at: after(7)) == false)
    schedule.end(at: after(10), hasFailed: true)
    #expect(schedule.isPending && schedule.due == after(310))
    #expect(schedule.begin(at: after(310)) == false)
    schedule.end(at: after(312), hasFailed: true)
    #expect(schedule.isPending)
    #expect(schedule.begin(at: after(612)) == false)
    schedule.end(at: after(615))
    #expect(!schedule.isPending)
  }

  @Test func aBusyDiaryWithoutChangesIsNotTriedAgainSoon() {
    var schedule = schedule
    schedule.note(.regularly, at: start)
    #expect(schedule.begin(at: start) == false)
    schedule.end(at: after(5), isBusy: true)
    #expect(!schedule.isPending && schedule.due == after(305))
  }

  @Test func nothingIsDueAfterTheDiaryIsNoLongerSynchronized() {
    var schedule = schedule
    schedule.note(.regularly, at: start)
    schedule.note(.afterChange, at: start)
    schedule.note(.stop, at: start)
    #expect(schedule.due == nil && !schedule.isPending)
    schedule.end(at: after(1))
    #expect(schedule.due == nil)
  }
}
