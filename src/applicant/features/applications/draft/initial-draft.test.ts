import { describe, expect, test } from 'vitest'
import { type Answers, sections } from '#shared/application/sections.ts'
import { createEmptyAnswers } from '#shared/forms/section.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { digestAnswers } from './answers-digest.ts'
import type { DraftRecord } from './draft-record.ts'
import { hasUnsavedEdits, needsSending } from './draft-state.ts'
import { createDraftFromDevice, createDraftFromServer, mergeDrafts } from './initial-draft.ts'

const answers = (hobby: string): Answers => ({ ...createCompleteAnswers('/api/v1/files/1'), hobby })
const savedAt = '2026-11-21T13:32:00Z'
const device = (hobby: string, more: Partial<DraftRecord> = {}): DraftRecord => ({
  answers: answers(hobby),
  revision: 4,
  savedAt,
  isUnsent: true,
  unconfirmed: [],
  step: null,
  ...more,
})
const server = (hobby: string, revision: number) => ({ answers: answers(hobby), revision, savedAt })
const open = (record: DraftRecord, revision: number, hobby = 'server') => {
  const { answers, state } = mergeDrafts(record, server(hobby, revision))
  return { hobby: answers.hobby, sends: needsSending(state), newer: state.newer?.answers.hobby, state }
}

test('a new applicant starts with an empty form and nothing to send', () => {
  const { answers, state } = createDraftFromServer({ answers: null, revision: 0, savedAt: null })
  expect(answers).toEqual(createEmptyAnswers(sections))
  expect([needsSending(state), hasUnsavedEdits(state)]).toEqual([false, false])
})

test('another computer starts with the server’s answers and revision', () => {
  const { answers, state } = createDraftFromServer(server('server', 7))
  expect([answers.hobby, state.revision, needsSending(state)]).toEqual(['server', 7, false])
})

test('without a connection the device starts with its own answers, and sends them later', () => {
  const { answers, state } = createDraftFromDevice(device('device'))
  expect([answers.hobby, state.revision, needsSending(state)]).toEqual(['device', 4, true])
  expect(needsSending(createDraftFromDevice(device('device', { isUnsent: false })).state)).toBe(false)
  // The device has them.
  expect(hasUnsavedEdits(createDraftFromDevice(device('device')).state)).toBe(false)
})

describe('with answers on both', () => {
  test('the device’s unsent answers are used if the server has no newer revision', () => {
    expect(open(device('device'), 4)).toMatchObject({ hobby: 'device', sends: true, newer: undefined })
  })

  test('the server’s answers are used if the device has no unsent ones', () => {
    expect(open(device('device', { isUnsent: false }), 6)).toMatchObject({ hobby: 'server', sends: false })
    expect(open(device('device', { isUnsent: false }), 4)).toMatchObject({ hobby: 'server', sends: false })
  })

  test('the user chooses between unsent answers and a newer revision', () => {
    expect(open(device('device'), 6)).toMatchObject({ hobby: 'device', sends: false, newer: 'server' })
  })

  test('a newer revision that this device sent itself is continued without a choice', () => {
    const unconfirmed = [digestAnswers(answers('server'))]
    expect(open(device('device', { unconfirmed }), 6)).toMatchObject({
      hobby: 'device',
      sends: true,
      newer: undefined,
      state: { revision: 6 },
    })
  })

  test('the same answers need no choice', () => {
    expect(open(device('same'), 6, 'same ')).toMatchObject({ sends: false, newer: undefined, state: { revision: 6 } })
  })

  test('a server that lost its draft gets the device’s answers again', () => {
    expect(open(device('device', { isUnsent: false }), 2)).toMatchObject({ hobby: 'device', sends: true })
    const { state } = mergeDrafts(device('device', { isUnsent: false }), { answers: null, revision: 0, savedAt: null })
    expect([needsSending(state), state.revision]).toEqual([true, 0])
  })
})
