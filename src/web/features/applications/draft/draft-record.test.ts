import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#shared/api/accounts.ts'
import { sections } from '#shared/application/sections.ts'
import { blankAnswers } from '#shared/forms/section.ts'
import { completeAnswers } from '#tests/support/fixtures/answers.ts'
import { type DraftRecord, forgetRecord, openRecord, recordNow, writeRecord } from './draft-record.ts'

const user = (userId: string) =>
  ({ userId, surName: 'Example', nin: '12345678909', passport: '/api/v1/files/9' }) as User
const ada = user('RE24-00001')
const bola = user('RE24-00002')
const record = (more: Partial<DraftRecord> = {}): DraftRecord => ({
  answers: completeAnswers('/api/v1/files/1'),
  revision: 3,
  savedAt: '2026-11-21T13:32:00Z',
  pending: true,
  sent: [],
  step: 3,
  ...more,
})

beforeEach(() => localStorage.clear())
afterEach(() => {
  forgetRecord()
  vi.unstubAllGlobals()
})

test('what was written comes back', () => {
  writeRecord(ada, record())
  expect(openRecord(ada.userId)).toEqual(record())
  expect(recordNow(ada.userId)).toEqual(record())
})

test('the record lies flat under formData, with its owner, and never with the whole NIN or a photo', () => {
  writeRecord({ ...ada, passport: 'data:image/jpeg;base64,/9j/4AAQ' }, record())
  const text = localStorage.getItem('formData') ?? ''
  expect(JSON.parse(text)).toMatchObject({
    userId: 'RE24-00001',
    surName: 'Example',
    nin: '•••••••8909',
    passport: null,
    placeOfBirth: 'Ijebu-Ode',
    institutions: [{ name: 'Example University' }],
  })
  expect(text).not.toContain('12345678909')
  expect(text).not.toContain('base64,')
})

test('nobody sees the draft of another person, and nobody loses one that the server lacks', () => {
  writeRecord(ada, record())
  expect(recordNow(bola.userId)).toBeNull()
  expect(openRecord(bola.userId)).toBeNull()
  writeRecord(bola, record({ answers: { ...record().answers, hobby: 'Of Bola' } }))
  expect(openRecord(ada.userId)).toEqual(record())
  expect(openRecord(bola.userId)?.answers.hobby).toBe('Of Bola')
})

test('a draft that the server holds is not kept for a person who is not here', () => {
  writeRecord(ada, record({ pending: false }))
  openRecord(bola.userId)
  writeRecord(bola, record())
  expect(openRecord(ada.userId)).toBeNull()
})

test.each(['{', '[]', '7', 'null', '{"userId":"RE24-00001"'])('storage that holds %s is taken for none', (text) => {
  localStorage.setItem('formData', text)
  localStorage.setItem('formData.RE24-00001', text)
  expect(openRecord(ada.userId)).toBeNull()
})

test('a record of an older version opens merged over blanks, and counts as unsaved', () => {
  localStorage.setItem('formData', JSON.stringify({ userId: 'RE24-00001', hobby: 'Chess', grants: 'none' }))
  expect(openRecord(ada.userId)).toEqual({
    answers: { ...blankAnswers(sections), hobby: 'Chess' },
    revision: 0,
    savedAt: null,
    sent: [],
    pending: true,
    step: null,
  })
})

test('a browser that is full says so', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: full, removeItem: full })
  expect(writeRecord(ada, record())).toBe(false)
  expect(recordNow(ada.userId)).toEqual(record())
})
