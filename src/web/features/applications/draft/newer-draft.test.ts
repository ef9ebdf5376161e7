import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { draftWorld, elsewhere, rest, saved, typedAndRested } from '#tests/support/fixtures/draft-sync-setup.ts'
import type { NewerDraft } from './draft-state.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('when another computer has saved meanwhile', () => {
  const outdated = async () => {
    const w = draftWorld()
    await typedAndRested(w, 'mine')
    await w.sent[0]?.answer({ kind: 'outdated', newer: elsewhere('theirs') })
    return w
  }

  test('the older window is told, and overwrites nothing until someone has chosen', async () => {
    const w = await outdated()
    expect(w.keeper.state().newer?.answers.hobby).toBe('theirs')
    await typedAndRested(w, 'mine, longer')
    w.keeper.retry()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(w.sent).toHaveLength(1)
    expect(w.device.record).toMatchObject({ answers: { hobby: 'mine, longer' }, pending: true })
    expect(w.words()).toBe('Saved on this device only')
  })

  test('the newer one can be used: the form shows it and goes on from its revision', async () => {
    const w = await outdated()
    w.keeper.takeNewer()
    expect(w.hobby()).toBe('theirs')
    expect(w.device.record).toMatchObject({ answers: { hobby: 'theirs' }, revision: 9, pending: false })
    expect(w.words()).toBe('Saved 2:32 pm')
    await typedAndRested(w, 'theirs, and more')
    expect(w.sent[1]).toMatchObject({ revision: 9 })
  })

  test('mine can be kept: it goes over the newer one, knowingly', async () => {
    const w = await outdated()
    w.keeper.keepMine()
    expect(w.sent[1]).toMatchObject({ answers: { hobby: 'mine' }, revision: 9 })
    await w.sent[1]?.answer(saved(10))
    expect(w.words()).toBe('Saved 2:32 pm')
  })

  test('nobody is asked when both hold the same', async () => {
    const w = draftWorld()
    await typedAndRested(w, 'same')
    await w.sent[0]?.answer({ kind: 'outdated', newer: elsewhere(' same ') })
    expect(w.keeper.state().newer).toBeNull()
    expect(w.words()).toBe('Saved 2:32 pm')
    expect(w.device.record).toMatchObject({ revision: 9, pending: false })
  })

  test('a window with nothing unsaved follows, and says so', () => {
    const w = draftWorld()
    w.keeper.foundOnServer(elsewhere('theirs'))
    expect([w.hobby(), w.told.followed, w.words()]).toEqual(['theirs', 1, 'Saved 2:32 pm'])
  })

  test('what the server held before is no news', () => {
    const w = draftWorld()
    w.keeper.foundOnServer(elsewhere('older', { revision: 3 }))
    expect([w.hobby(), w.told.followed]).toEqual(['as opened', 0])
  })
})

describe('with two windows on one computer', () => {
  const beside = (hobby: string, more: Partial<NewerDraft> = {}) =>
    elsewhere(hobby, { where: 'device', revision: 3, pending: true, ...more })

  test('the one at rest follows the other, also before the server has its words', async () => {
    const w = draftWorld()
    w.keeper.foundOnDevice(beside('typed over there'))
    expect([w.hobby(), w.told.followed]).toEqual(['typed over there', 1])
    expect(w.keeper.isUnsafe()).toBe(false)
    w.keeper.foundOnDevice(beside('typed over there', { pending: false, revision: 4 }))
    expect([w.told.followed, w.words()]).toEqual([1, 'Saved 2:32 pm'])
    await typedAndRested(w, 'and here')
    expect(w.sent).toMatchObject([{ revision: 4, answers: { hobby: 'and here' } }])
  })

  test('the one with unsaved words is told, and does not write over the other', async () => {
    const w = draftWorld()
    w.type('unsaved')
    w.keeper.foundOnDevice(beside('typed over there'))
    await rest()
    expect([w.hobby(), w.device.record, w.sent.length]).toEqual(['unsaved', null, 0])
    expect(w.keeper.isUnsafe()).toBe(true)
    w.keeper.keepMine()
    expect(w.device.record).toMatchObject({ answers: { hobby: 'unsaved' }, pending: true })
    expect(w.sent).toHaveLength(1)
  })
})
