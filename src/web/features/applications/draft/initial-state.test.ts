import { describe, expect, test } from 'vitest'
import { type Answers, sections } from '#shared/application/sections.ts'
import { blankAnswers } from '#shared/forms/section.ts'
import { completeAnswers } from '#tests/support/fixtures/answers.ts'
import type { DraftRecord } from './draft-record.ts'
import { isUnsafe, needsSending } from './draft-state.ts'
import { openFromBoth, openFromDevice, openFromServer } from './initial-state.ts'
import { digestOf } from './same-answers.ts'

const answers = (hobby: string): Answers => ({ ...completeAnswers('/api/v1/files/1'), hobby })
const savedAt = '2026-11-21T13:32:00Z'
const device = (hobby: string, more: Partial<DraftRecord> = {}): DraftRecord => ({
  answers: answers(hobby),
  revision: 4,
  savedAt,
  pending: true,
  sent: [],
  step: null,
  ...more,
})
const server = (hobby: string, revision: number) => ({ answers: answers(hobby), revision, savedAt })
const opened = (record: DraftRecord, revision: number, hobby = 'server') => {
  const { answers, state } = openFromBoth(record, server(hobby, revision))
  return { hobby: answers.hobby, sends: needsSending(state), newer: state.newer?.answers.hobby, state }
}

test('a new applicant opens a blank form that has nothing to send', () => {
  const { answers, state } = openFromServer({ answers: null, revision: 0, savedAt: null })
  expect(answers).toEqual(blankAnswers(sections))
  expect([needsSending(state), isUnsafe(state)]).toEqual([false, false])
})

test('another computer opens what the server holds, under its revision', () => {
  const { answers, state } = openFromServer(server('server', 7))
  expect([answers.hobby, state.revision, needsSending(state)]).toEqual(['server', 7, false])
})

test('without a line the device opens what it holds, and sends it later', () => {
  const { answers, state } = openFromDevice(device('device'))
  expect([answers.hobby, state.revision, needsSending(state)]).toEqual(['device', 4, true])
  expect(needsSending(openFromDevice(device('device', { pending: false })).state)).toBe(false)
})

describe('with answers on both', () => {
  test('the device goes on where the server still stands', () => {
    expect(opened(device('device'), 4)).toMatchObject({ hobby: 'device', sends: true, newer: undefined })
  })

  test('a device without unsaved words takes what the server holds', () => {
    expect(opened(device('device', { pending: false }), 6)).toMatchObject({ hobby: 'server', sends: false })
    expect(opened(device('device', { pending: false }), 4)).toMatchObject({ hobby: 'server', sends: false })
  })

  test('unsaved words and a newer server are put before the person, and nothing is overwritten', () => {
    expect(opened(device('device'), 6)).toMatchObject({ hobby: 'device', sends: false, newer: 'server' })
  })

  test('a newer draft that this device sent itself, without hearing of it, is gone on from', () => {
    const sent = [digestOf(answers('server'))]
    expect(opened(device('device', { sent }), 6)).toMatchObject({
      hobby: 'device',
      sends: true,
      newer: undefined,
      state: { revision: 6 },
    })
  })

  test('the same words need no choice', () => {
    expect(opened(device('same'), 6, 'same ')).toMatchObject({ sends: false, newer: undefined, state: { revision: 6 } })
  })

  test('a server that lost its drafts is given the device’s again', () => {
    expect(opened(device('device', { pending: false }), 2)).toMatchObject({ hobby: 'device', sends: true })
    const { state } = openFromBoth(device('device', { pending: false }), { answers: null, revision: 0, savedAt: null })
    expect([needsSending(state), state.revision]).toEqual([true, 0])
  })
})
