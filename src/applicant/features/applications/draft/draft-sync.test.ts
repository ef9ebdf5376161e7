import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createNewerDraft,
  createSavedOutcome,
  pauseTyping,
  setUpDraftSync,
  typeAndPause,
} from '#tests/support/ui/draft-sync-setup.ts'
import { initialDraftState } from './draft-state.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('online', () => {
  test('typing is saved once, half a second after it pauses, on the device and on the server', async () => {
    const setup = setUpDraftSync()
    for (const hobby of ['C', 'Ch', 'Che']) {
      setup.type(hobby)
      await vi.advanceTimersByTimeAsync(400)
    }
    expect([setup.device.record, setup.sent.length]).toEqual([null, 0])
    expect(setup.getStatus()).toBe('Saving…')
    await pauseTyping()
    expect(setup.device.record).toMatchObject({ answers: { hobby: 'Che' }, revision: 3, isUnsent: true })
    expect(setup.sent).toMatchObject([{ answers: { hobby: 'Che' }, revision: 3, isPageClosing: false }])
    await setup.sent[0]?.reply(createSavedOutcome(4))
    expect(setup.getStatus()).toBe('Saved 2:32 pm')
    expect(setup.device.record).toMatchObject({ answers: { hobby: 'Che' }, revision: 4, isUnsent: false })
  })

  test('edits during a running save are sent after it, based on its revision', async () => {
    const setup = setUpDraftSync()
    await typeAndPause(setup, 'one')
    await typeAndPause(setup, 'two')
    expect(setup.sent).toHaveLength(1)
    await setup.sent[0]?.reply(createSavedOutcome(4))
    expect(setup.sent[1]).toMatchObject({ answers: { hobby: 'two' }, revision: 4 })
    expect(setup.getStatus()).toBe('Saving…')
    await setup.sent[1]?.reply(createSavedOutcome(5))
    expect(setup.getStatus()).toBe('Saved 2:32 pm')
  })

  test('a step change is saved on the device even if nothing was typed', async () => {
    const setup = setUpDraftSync()
    await expect(setup.draftSync.flush()).resolves.toBe(true)
    expect([setup.device.record?.isUnsent, setup.sent.length]).toEqual([false, 0])
  })

  test('no status is shown before anything was saved', () => {
    expect(
      setUpDraftSync(initialDraftState({ revision: 0, savedAt: null, isUnsent: false })).getStatus(),
    ).toBeUndefined()
  })

  test('a step change saves at once and reports when the server has the answers', async () => {
    const setup = setUpDraftSync()
    setup.type('now')
    const flushed = setup.draftSync.flush()
    await vi.advanceTimersByTimeAsync(0)
    await setup.sent[0]?.reply(createSavedOutcome(4))
    await expect(flushed).resolves.toBe(true)
  })

  test('a step change during a save reports once the server has what was typed since, too', async () => {
    const setup = setUpDraftSync()
    await typeAndPause(setup, 'one')
    setup.type('one, two')
    const flushed = setup.draftSync.flush()
    await setup.sent[0]?.reply(createSavedOutcome(4))
    await setup.sent[1]?.reply(createSavedOutcome(5))
    await expect(flushed).resolves.toBe(true)
  })

  test('closing the page saves on the device and sends a request that outlives the page', () => {
    const setup = setUpDraftSync()
    setup.type('last words')
    setup.draftSync.saveBeforeClosing()
    expect(setup.device.record).toMatchObject({ answers: { hobby: 'last words' }, isUnsent: true })
    expect(setup.sent).toMatchObject([{ answers: { hobby: 'last words' }, isPageClosing: true }])
  })
})

describe('offline', () => {
  test('edits are saved on this device, and sending is retried with growing delays', async () => {
    const setup = setUpDraftSync()
    await typeAndPause(setup)
    await setup.sent[0]?.reply({ kind: 'unreachable' })
    expect(setup.getStatus()).toBe('Saved on this device only')
    expect(setup.device.record).toMatchObject({ answers: { hobby: 'Chess' }, isUnsent: true })
    for (const [tries, delay] of [2000, 4000, 8000, 16000, 32000, 60000, 60000].entries()) {
      await vi.advanceTimersByTimeAsync(delay - 1)
      expect(setup.sent).toHaveLength(tries + 1)
      await vi.advanceTimersByTimeAsync(1)
      expect(setup.sent).toHaveLength(tries + 2)
      await setup.sent.at(-1)?.reply({ kind: 'unreachable' })
    }
  })

  test('typing does not retry faster while the server does not answer', async () => {
    const setup = setUpDraftSync()
    await typeAndPause(setup, 'one')
    await setup.sent[0]?.reply({ kind: 'unreachable' })
    await typeAndPause(setup, 'two')
    expect(setup.sent).toHaveLength(1)
    expect(setup.device.record).toMatchObject({ answers: { hobby: 'two' } })
  })

  test('a try in between puts off the next one', async () => {
    const setup = setUpDraftSync()
    await typeAndPause(setup)
    await setup.sent[0]?.reply({ kind: 'unreachable' })
    await vi.advanceTimersByTimeAsync(1_000)
    setup.draftSync.retry()
    await setup.sent[1]?.reply({ kind: 'unreachable' })
    await vi.advanceTimersByTimeAsync(3_999)
    expect(setup.sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(setup.sent).toHaveLength(3)
  })

  test('everything is sent as soon as the connection is back', async () => {
    const setup = setUpDraftSync()
    await typeAndPause(setup, 'one')
    await setup.sent[0]?.reply({ kind: 'unreachable' })
    await typeAndPause(setup, 'two')
    setup.draftSync.retry()
    expect(setup.sent[1]).toMatchObject({ answers: { hobby: 'two' }, revision: 3 })
    await setup.sent[1]?.reply(createSavedOutcome(4))
    expect(setup.getStatus()).toBe('Saved 2:32 pm')
    await vi.advanceTimersByTimeAsync(120_000)
    expect(setup.sent).toHaveLength(2)
  })

  test('a save whose reply was lost is recognised as our own, and newer edits are based on it', async () => {
    const setup = setUpDraftSync()
    await typeAndPause(setup, 'one')
    await setup.sent[0]?.reply({ kind: 'unreachable' })
    await typeAndPause(setup, 'one, two')
    setup.draftSync.retry()
    await setup.sent[1]?.reply({ kind: 'outdated', newer: createNewerDraft('one', { revision: 4 }) })
    expect(setup.draftSync.getState().newer).toBeNull()
    expect(setup.sent[2]).toMatchObject({ answers: { hobby: 'one, two' }, revision: 4 })
  })

  test('of the saves without an answer the last twenty are remembered', async () => {
    const setup = setUpDraftSync()
    for (let n = 1; n <= 21; n += 1) {
      await typeAndPause(setup, `${n}`)
      setup.draftSync.retry()
      await setup.sent.at(-1)?.reply({ kind: 'unreachable' })
    }
    expect(setup.sent).toHaveLength(21)
    expect(setup.draftSync.getState().unconfirmed).toHaveLength(20)
  })

  test('unsent answers of the last visit are sent without an edit', () => {
    const setup = setUpDraftSync(initialDraftState({ revision: 3, savedAt: null, isUnsent: true }))
    setup.draftSync.start()
    expect(setup.sent).toMatchObject([{ revision: 3 }])
  })

  test('a server that lost its draft gets everything again', async () => {
    const setup = setUpDraftSync()
    await typeAndPause(setup)
    await setup.sent[0]?.reply({ kind: 'missing', revision: 0 })
    await vi.advanceTimersByTimeAsync(2000)
    expect(setup.sent[1]).toMatchObject({ answers: { hobby: 'Chess' }, revision: 0 })
  })
})

describe('when saving is refused', () => {
  test('with full device storage the server’s copy counts as saved', async () => {
    const setup = setUpDraftSync()
    setup.device.isFull = true
    await typeAndPause(setup)
    expect(setup.draftSync.hasUnsavedEdits()).toBe(true)
    await setup.sent[0]?.reply(createSavedOutcome(4))
    expect([setup.draftSync.hasUnsavedEdits(), setup.getStatus()]).toEqual([false, 'Saved 2:32 pm'])
  })

  test('with full device storage and no connection the status says not saved, and edits count as unsaved', async () => {
    const setup = setUpDraftSync()
    setup.device.isFull = true
    await typeAndPause(setup)
    await setup.sent[0]?.reply({ kind: 'unreachable' })
    expect([setup.draftSync.hasUnsavedEdits(), setup.getStatus()]).toEqual([true, 'Not saved. Keep this page open.'])
  })

  test('a refused draft stays on this device and is sent again only after an edit', async () => {
    const setup = setUpDraftSync()
    await typeAndPause(setup)
    await setup.sent[0]?.reply({ kind: 'refused' })
    setup.draftSync.retry()
    await vi.advanceTimersByTimeAsync(120_000)
    expect([setup.sent.length, setup.getStatus()]).toEqual([1, 'Saved on this device only'])
    await typeAndPause(setup, 'better')
    expect(setup.sent).toHaveLength(2)
  })

  test('after the session has ended edits are saved on the device', async () => {
    const setup = setUpDraftSync()
    await typeAndPause(setup)
    await setup.sent[0]?.reply({ kind: 'session ended' })
    await typeAndPause(setup, 'more')
    expect([setup.sent.length, setup.device.record?.answers.hobby, setup.getStatus()]).toEqual([
      1,
      'more',
      'Saved on this device only',
    ])
  })

  test('an application that was submitted elsewhere ends the draft', async () => {
    const setup = setUpDraftSync()
    await typeAndPause(setup)
    await setup.sent[0]?.reply({ kind: 'submitted' })
    expect(setup.calls.onSubmittedElsewhere).toBe(1)
    await typeAndPause(setup, 'more')
    expect(setup.sent).toHaveLength(1)
  })
})

test('a save that the submission overtook is ignored', async () => {
  const setup = setUpDraftSync()
  await typeAndPause(setup)
  setup.draftSync.endDraft()
  await setup.sent[0]?.reply({ kind: 'submitted' })
  expect(setup.calls.onSubmittedElsewhere).toBe(0)
})

test('nothing is saved after the application was submitted here', async () => {
  const setup = setUpDraftSync()
  setup.type('left over')
  setup.draftSync.endDraft()
  setup.draftSync.stop()
  await vi.advanceTimersByTimeAsync(120_000)
  expect([setup.device.record, setup.sent.length, setup.draftSync.hasUnsavedEdits()]).toEqual([null, 0, false])
})

test('a stopped draft sync saves and sends what is left, and does not retry', async () => {
  const setup = setUpDraftSync()
  setup.type('left behind')
  setup.draftSync.stop()
  expect(setup.device.record).toMatchObject({ answers: { hobby: 'left behind' }, isUnsent: true })
  await setup.sent[0]?.reply({ kind: 'unreachable' })
  await vi.advanceTimersByTimeAsync(120_000)
  expect(setup.sent).toHaveLength(1)
})

test('subscribers are notified of every change', async () => {
  const setup = setUpDraftSync()
  const statuses: (string | undefined)[] = []
  const unsubscribe = setup.draftSync.subscribe(() => statuses.push(setup.getStatus()))
  await typeAndPause(setup)
  await setup.sent[0]?.reply(createSavedOutcome(4))
  unsubscribe()
  setup.type('unheard')
  expect(new Set(statuses)).toEqual(new Set(['Saving…', 'Saved 2:32 pm']))
})
