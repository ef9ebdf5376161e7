import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { draftWorld, elsewhere, rest, saved, typedAndRested } from '#tests/support/fixtures/draft-sync-setup.ts'
import { held } from './draft-state.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('while the line is good', () => {
  test('typing is saved once, half a second after it rests, on the device and on the server', async () => {
    const w = draftWorld()
    for (const hobby of ['C', 'Ch', 'Che']) {
      w.type(hobby)
      await vi.advanceTimersByTimeAsync(400)
    }
    expect([w.device.record, w.sent.length]).toEqual([null, 0])
    expect(w.words()).toBe('Saving…')
    await rest()
    expect(w.device.record).toMatchObject({ answers: { hobby: 'Che' }, revision: 3, pending: true })
    expect(w.sent).toMatchObject([{ answers: { hobby: 'Che' }, revision: 3, parting: false }])
    await w.sent[0]?.answer(saved(4))
    expect(w.words()).toBe('Saved 2:32 pm')
    expect(w.device.record).toMatchObject({ answers: { hobby: 'Che' }, revision: 4, pending: false })
  })

  test('what is typed while a save is on its way is sent after it, on top of its revision', async () => {
    const w = draftWorld()
    await typedAndRested(w, 'one')
    await typedAndRested(w, 'two')
    expect(w.sent).toHaveLength(1)
    await w.sent[0]?.answer(saved(4))
    expect(w.sent[1]).toMatchObject({ answers: { hobby: 'two' }, revision: 4 })
    expect(w.words()).toBe('Saving…')
    await w.sent[1]?.answer(saved(5))
    expect(w.words()).toBe('Saved 2:32 pm')
  })

  test('a step change is noted on the device even when nothing was typed', async () => {
    const w = draftWorld()
    await expect(w.keeper.flush()).resolves.toBe(true)
    expect([w.device.record?.pending, w.sent.length]).toEqual([false, 0])
  })

  test('nothing is said before anything was ever saved', () => {
    expect(draftWorld(held({ revision: 0, savedAt: null, pending: false })).words()).toBeUndefined()
  })

  test('a step change saves without waiting for the half second, and says when the server has it', async () => {
    const w = draftWorld()
    w.type('now')
    const flushed = w.keeper.flush()
    await vi.advanceTimersByTimeAsync(0)
    await w.sent[0]?.answer(saved(4))
    await expect(flushed).resolves.toBe(true)
  })

  test('leaving the page writes the device at once and lets the call outlive the page', () => {
    const w = draftWorld()
    w.type('last words')
    w.keeper.part()
    expect(w.device.record).toMatchObject({ answers: { hobby: 'last words' }, pending: true })
    expect(w.sent).toMatchObject([{ answers: { hobby: 'last words' }, parting: true }])
  })
})

describe('while the line is down', () => {
  test('work goes on on this device, and is tried again ever more slowly', async () => {
    const w = draftWorld()
    await typedAndRested(w)
    await w.sent[0]?.answer({ kind: 'unreachable' })
    expect(w.words()).toBe('Saved on this device only')
    expect(w.device.record).toMatchObject({ answers: { hobby: 'Chess' }, pending: true })
    for (const [tries, delay] of [2000, 4000, 8000, 16000, 32000, 60000, 60000].entries()) {
      await vi.advanceTimersByTimeAsync(delay - 1)
      expect(w.sent).toHaveLength(tries + 1)
      await vi.advanceTimersByTimeAsync(1)
      expect(w.sent).toHaveLength(tries + 2)
      await w.sent.at(-1)?.answer({ kind: 'unreachable' })
    }
  })

  test('typing does not hammer a server that does not answer', async () => {
    const w = draftWorld()
    await typedAndRested(w, 'one')
    await w.sent[0]?.answer({ kind: 'unreachable' })
    await typedAndRested(w, 'two')
    expect(w.sent).toHaveLength(1)
    expect(w.device.record).toMatchObject({ answers: { hobby: 'two' } })
  })

  test('everything is sent as soon as the line is back', async () => {
    const w = draftWorld()
    await typedAndRested(w, 'one')
    await w.sent[0]?.answer({ kind: 'unreachable' })
    await typedAndRested(w, 'two')
    w.keeper.retry()
    expect(w.sent[1]).toMatchObject({ answers: { hobby: 'two' }, revision: 3 })
    await w.sent[1]?.answer(saved(4))
    expect(w.words()).toBe('Saved 2:32 pm')
    await vi.advanceTimersByTimeAsync(120_000)
    expect(w.sent).toHaveLength(2)
  })

  test('a save whose answer was lost is recognised as our own, and the newer words go on top of it', async () => {
    const w = draftWorld()
    await typedAndRested(w, 'one')
    await w.sent[0]?.answer({ kind: 'unreachable' })
    await typedAndRested(w, 'one, two')
    w.keeper.retry()
    await w.sent[1]?.answer({ kind: 'outdated', newer: elsewhere('one', { revision: 4 }) })
    expect(w.keeper.state().newer).toBeNull()
    expect(w.sent[2]).toMatchObject({ answers: { hobby: 'one, two' }, revision: 4 })
  })

  test('answers kept by this device at the opening are sent without being touched', () => {
    const w = draftWorld(held({ revision: 3, savedAt: null, pending: true }))
    w.keeper.open()
    expect(w.sent).toMatchObject([{ revision: 3 }])
  })

  test('a server that lost what it held is given everything again', async () => {
    const w = draftWorld()
    await typedAndRested(w)
    await w.sent[0]?.answer({ kind: 'vanished', revision: 0 })
    await vi.advanceTimersByTimeAsync(2000)
    expect(w.sent[1]).toMatchObject({ answers: { hobby: 'Chess' }, revision: 0 })
  })
})

describe('when something refuses', () => {
  test('a full device is made up for by the server', async () => {
    const w = draftWorld()
    w.device.isFull = true
    await typedAndRested(w)
    expect(w.keeper.isUnsafe()).toBe(true)
    await w.sent[0]?.answer(saved(4))
    expect([w.keeper.isUnsafe(), w.words()]).toEqual([false, 'Saved 2:32 pm'])
  })

  test('a full device and no line are said plainly, and closing the page would lose something', async () => {
    const w = draftWorld()
    w.device.isFull = true
    await typedAndRested(w)
    await w.sent[0]?.answer({ kind: 'unreachable' })
    expect([w.keeper.isUnsafe(), w.words()]).toEqual([true, 'Not saved. Keep this page open.'])
  })

  test('a refused draft is kept here and sent again only after a change', async () => {
    const w = draftWorld()
    await typedAndRested(w)
    await w.sent[0]?.answer({ kind: 'refused' })
    w.keeper.retry()
    await vi.advanceTimersByTimeAsync(120_000)
    expect([w.sent.length, w.words()]).toEqual([1, 'Saved on this device only'])
    await typedAndRested(w, 'better')
    expect(w.sent).toHaveLength(2)
  })

  test('a session that ended keeps the work on the device', async () => {
    const w = draftWorld()
    await typedAndRested(w)
    await w.sent[0]?.answer({ kind: 'session ended' })
    await typedAndRested(w, 'more')
    expect([w.sent.length, w.device.record?.answers.hobby, w.words()]).toEqual([1, 'more', 'Saved on this device only'])
  })

  test('an application that was submitted elsewhere ends the drafts', async () => {
    const w = draftWorld()
    await typedAndRested(w)
    await w.sent[0]?.answer({ kind: 'submitted' })
    expect(w.told.submitted).toBe(1)
    await typedAndRested(w, 'more')
    expect(w.sent).toHaveLength(1)
  })
})

test('a draft that the submission overtook is no news', async () => {
  const w = draftWorld()
  await typedAndRested(w)
  w.keeper.submitted()
  await w.sent[0]?.answer({ kind: 'submitted' })
  expect(w.told.submitted).toBe(0)
})

test('nothing is kept of an application that was submitted here', async () => {
  const w = draftWorld()
  w.type('left over')
  w.keeper.submitted()
  w.keeper.close()
  await vi.advanceTimersByTimeAsync(120_000)
  expect([w.device.record, w.sent.length, w.keeper.isUnsafe()]).toEqual([null, 0, false])
})

test('a closed keeper writes and sends what is left, and then does nothing more', async () => {
  const w = draftWorld()
  w.type('left behind')
  w.keeper.close()
  expect(w.device.record).toMatchObject({ answers: { hobby: 'left behind' }, pending: true })
  await w.sent[0]?.answer({ kind: 'unreachable' })
  await vi.advanceTimersByTimeAsync(120_000)
  expect(w.sent).toHaveLength(1)
})

test('whoever listens hears of every change', async () => {
  const w = draftWorld()
  const heard: (string | undefined)[] = []
  const stop = w.keeper.subscribe(() => heard.push(w.words()))
  await typedAndRested(w)
  await w.sent[0]?.answer(saved(4))
  stop()
  w.type('unheard')
  expect(new Set(heard)).toEqual(new Set(['Saving…', 'Saved 2:32 pm']))
})
