import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  createNewerDraft,
  createSavedOutcome,
  pauseTyping,
  setUpDraftSync,
  typeAndPause,
} from '#tests/support/ui/draft-sync-setup.ts'
import type { NewerDraft } from './draft-state.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('when another computer has saved meanwhile', () => {
  const receiveNewerDraft = async () => {
    const setup = setUpDraftSync()
    await typeAndPause(setup, 'mine')
    await setup.sent[0]?.reply({ kind: 'outdated', newer: createNewerDraft('theirs') })
    return setup
  }

  test('the older window shows the choice, and overwrites nothing until the user has chosen', async () => {
    const setup = await receiveNewerDraft()
    expect(setup.draftSync.getState().newer?.answers.hobby).toBe('theirs')
    await typeAndPause(setup, 'mine, longer')
    setup.draftSync.retry()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(setup.sent).toHaveLength(1)
    expect(setup.device.record).toMatchObject({ answers: { hobby: 'mine, longer' }, isUnsent: true })
    expect(setup.getStatus()).toBe('Saved on this device only')
    setup.draftSync.endDraft()
    expect(setup.draftSync.getState().newer).toBeNull()
  })

  test('the user can choose the newer answers, and goes on from their revision', async () => {
    const setup = await receiveNewerDraft()
    setup.draftSync.takeNewer()
    expect(setup.getHobby()).toBe('theirs')
    expect(setup.device.record).toMatchObject({ answers: { hobby: 'theirs' }, revision: 9, isUnsent: false })
    expect(setup.getStatus()).toBe('Saved 2:32 pm')
    await typeAndPause(setup, 'theirs, and more')
    expect(setup.sent[1]).toMatchObject({ revision: 9 })
  })

  test('the user can choose the own answers, which then overwrite the newer ones', async () => {
    const setup = await receiveNewerDraft()
    setup.draftSync.overwriteNewer()
    expect(setup.sent[1]).toMatchObject({ answers: { hobby: 'mine' }, revision: 9 })
    await setup.sent[1]?.reply(createSavedOutcome(10))
    expect(setup.getStatus()).toBe('Saved 2:32 pm')
  })

  test('the user is not asked when both are the same', async () => {
    const setup = setUpDraftSync()
    await typeAndPause(setup, 'same')
    await setup.sent[0]?.reply({ kind: 'outdated', newer: createNewerDraft(' same ') })
    expect(setup.draftSync.getState().newer).toBeNull()
    expect(setup.getStatus()).toBe('Saved 2:32 pm')
    expect(setup.device.record).toMatchObject({ revision: 9, isUnsent: false })
    expect(setup.sent).toHaveLength(1)
  })

  test('a window without unsaved edits takes over the newer answers', () => {
    const setup = setUpDraftSync()
    setup.draftSync.receiveFromServer(createNewerDraft('theirs'))
    expect([setup.getHobby(), setup.calls.onTakenOver, setup.getStatus()]).toEqual(['theirs', 1, 'Saved 2:32 pm'])
  })

  test('the same answers are taken over without a word, and what follows is based on their revision', async () => {
    const setup = setUpDraftSync()
    setup.draftSync.receiveFromServer(createNewerDraft('as opened'))
    expect([setup.calls.onTakenOver, setup.draftSync.getState().newer]).toEqual([0, null])
    await typeAndPause(setup, 'mine')
    expect(setup.sent).toMatchObject([{ answers: { hobby: 'mine' }, revision: 9 }])
  })

  test('answers that arrive during a save are left to its reply', async () => {
    const setup = setUpDraftSync()
    await typeAndPause(setup, 'mine')
    setup.draftSync.receiveFromServer(createNewerDraft('theirs'))
    expect([setup.getHobby(), setup.draftSync.getState().newer]).toEqual(['mine', null])
    await setup.sent[0]?.reply({ kind: 'outdated', newer: createNewerDraft('theirs') })
    expect(setup.draftSync.getState().newer?.answers.hobby).toBe('theirs')
  })

  test('edits that could not be sent are not overwritten by what the server has: the user chooses', async () => {
    const setup = setUpDraftSync()
    await typeAndPause(setup, 'mine')
    await setup.sent[0]?.reply({ kind: 'unreachable' })
    setup.draftSync.receiveFromServer(createNewerDraft('theirs'))
    expect([setup.getHobby(), setup.calls.onTakenOver]).toEqual(['mine', 0])
    expect(setup.draftSync.getState().newer?.answers.hobby).toBe('theirs')
  })

  test('what the server has from this window itself is no choice: the edits since then are sent after it', async () => {
    const setup = setUpDraftSync()
    await typeAndPause(setup, 'one')
    await setup.sent[0]?.reply({ kind: 'unreachable' })
    await typeAndPause(setup, 'one, two')
    setup.draftSync.receiveFromServer(createNewerDraft('one', { revision: 4 }))
    expect(setup.draftSync.getState().newer).toBeNull()
    expect(setup.sent[1]).toMatchObject({ answers: { hobby: 'one, two' }, revision: 4 })
  })

  test('without newer answers there is nothing to take over', () => {
    const setup = setUpDraftSync()
    setup.draftSync.takeNewer()
    expect([setup.getHobby(), setup.device.record]).toEqual(['as opened', null])
  })

  test('an older revision of the server is ignored', () => {
    const setup = setUpDraftSync()
    setup.draftSync.receiveFromServer(createNewerDraft('older', { revision: 3 }))
    expect([setup.getHobby(), setup.calls.onTakenOver]).toEqual(['as opened', 0])
  })
})

describe('with two windows on one computer', () => {
  const fromOtherWindow = (hobby: string, more: Partial<NewerDraft> = {}) =>
    createNewerDraft(hobby, { foundOn: 'device', revision: 3, isUnsent: true, ...more })

  test('the idle one takes over the other’s answers, even before the server has them', async () => {
    const setup = setUpDraftSync()
    setup.draftSync.receiveFromDevice(fromOtherWindow('typed over there'))
    expect([setup.getHobby(), setup.calls.onTakenOver]).toEqual(['typed over there', 1])
    expect(setup.draftSync.hasUnsavedEdits()).toBe(false)
    expect(setup.getStatus()).toBe('Saved on this device only')
    setup.draftSync.receiveFromDevice(fromOtherWindow('typed over there', { isUnsent: false, revision: 4 }))
    expect([setup.calls.onTakenOver, setup.getStatus()]).toEqual([1, 'Saved 2:32 pm'])
    await typeAndPause(setup, 'and here')
    expect(setup.sent).toMatchObject([{ revision: 4, answers: { hobby: 'and here' } }])
  })

  test('the one with the same answers asks nothing, and keeps them under the newest revision', async () => {
    const setup = setUpDraftSync()
    await typeAndPause(setup, 'same')
    await setup.sent[0]?.reply({ kind: 'unreachable' })
    setup.draftSync.receiveFromDevice(fromOtherWindow('same', { isUnsent: false, revision: 4 }))
    expect([setup.draftSync.getState().newer, setup.getStatus()]).toEqual([null, 'Saved 2:32 pm'])
    expect(setup.device.record).toMatchObject({ answers: { hobby: 'same' }, revision: 4, isUnsent: false })
  })

  test('the one with the same answers does not take them for saved while the server lacks them', async () => {
    const setup = setUpDraftSync()
    await typeAndPause(setup, 'same')
    await setup.sent[0]?.reply({ kind: 'unreachable' })
    setup.draftSync.receiveFromDevice(fromOtherWindow('same', { isUnsent: true }))
    expect([setup.draftSync.getState().newer, setup.getStatus()]).toEqual([null, 'Saved on this device only'])
  })

  test('what the other has saved before is ignored', () => {
    const setup = setUpDraftSync()
    setup.draftSync.receiveFromDevice(fromOtherWindow('older', { isUnsent: false }))
    expect([setup.getHobby(), setup.calls.onTakenOver]).toEqual(['as opened', 0])
  })

  test('the one with unsaved edits shows the choice and does not overwrite the other', async () => {
    const setup = setUpDraftSync()
    setup.type('unsaved')
    setup.draftSync.receiveFromDevice(fromOtherWindow('typed over there'))
    await pauseTyping()
    expect([setup.getHobby(), setup.device.record, setup.sent.length]).toEqual(['unsaved', null, 0])
    expect(setup.draftSync.hasUnsavedEdits()).toBe(true)
    setup.draftSync.overwriteNewer()
    expect(setup.device.record).toMatchObject({ answers: { hobby: 'unsaved' }, isUnsent: true })
    expect(setup.sent).toHaveLength(1)
  })

  test('what one has saved on the device is unsaved again once the other has written over it', async () => {
    const setup = setUpDraftSync()
    await typeAndPause(setup, 'mine')
    await setup.sent[0]?.reply({ kind: 'unreachable' })
    expect(setup.draftSync.hasUnsavedEdits()).toBe(false)
    setup.draftSync.receiveFromDevice(fromOtherWindow('typed over there'))
    expect(setup.draftSync.hasUnsavedEdits()).toBe(true)
  })
})
