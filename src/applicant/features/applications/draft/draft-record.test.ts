import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#shared/api/applicant/accounts.ts'
import { sections } from '#shared/application/sections.ts'
import { createEmptyAnswers } from '#shared/forms/section.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import {
  type DraftRecord,
  deleteDraftRecord,
  loadDraftRecord,
  readDraftRecord,
  saveDraftRecord,
  saveFormerDraftRecord,
} from './draft-record.ts'

const user = (userId: string) =>
  ({ userId, surName: 'Example', nin: '12345678909', passport: '/api/v1/files/9' }) as User
const ada = user('RE24-00001')
const bola = user('RE24-00002')
const record = (more: Partial<DraftRecord> = {}): DraftRecord => ({
  answers: createCompleteAnswers('/api/v1/files/1'),
  revision: 3,
  savedAt: '2026-11-21T13:32:00Z',
  isUnsent: true,
  unconfirmed: [],
  step: 3,
  ...more,
})

beforeEach(() => localStorage.clear())
afterEach(() => {
  for (const { userId } of [ada, bola]) deleteDraftRecord(userId)
  vi.unstubAllGlobals()
})

test('a saved record is read back unchanged', () => {
  const saved = record({ unconfirmed: ['1f2e'] })
  saveDraftRecord(ada, saved)
  expect(loadDraftRecord(ada.userId)).toEqual(saved)
  expect(readDraftRecord(ada.userId)).toEqual(saved)
})

test('the record is flat, under formData, with its owner, and never with the whole NIN or a photo', () => {
  saveDraftRecord({ ...ada, passport: 'data:image/jpeg;base64,/9j/4AAQ' }, record())
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

test('no user sees another user’s draft, and none loses a draft that the server lacks', () => {
  saveDraftRecord(ada, record())
  expect(readDraftRecord(bola.userId)).toBeNull()
  expect(loadDraftRecord(bola.userId)).toBeNull()
  saveDraftRecord(bola, record({ answers: { ...record().answers, hobby: 'Of Bola' } }))
  expect(loadDraftRecord(ada.userId)).toEqual(record())
  expect(loadDraftRecord(bola.userId)?.answers.hobby).toBe('Of Bola')
})

test.each([
  ['nothing', () => {}],
  ['a form', () => saveDraftRecord(bola, record({ isUnsent: false }))],
])('a draft comes back to its owner once after another user has left %s', (_, leave) => {
  saveDraftRecord(ada, record())
  loadDraftRecord(bola.userId)
  leave()
  expect(loadDraftRecord(ada.userId)).toEqual(record())
  expect(readDraftRecord(ada.userId)).toEqual(record())
  deleteDraftRecord(ada.userId)
  expect(loadDraftRecord(ada.userId)).toBeNull()
})

test('a draft that the server holds is not set aside for its owner', () => {
  saveDraftRecord(ada, record({ isUnsent: false }))
  loadDraftRecord(bola.userId)
  saveDraftRecord(bola, record())
  expect(loadDraftRecord(ada.userId)).toBeNull()
})

test('what is kept or removed for somebody who has logged out touches no record of the next', () => {
  saveFormerDraftRecord(ada, record({ step: 1 }))
  expect(readDraftRecord(ada.userId)?.step).toBe(1)
  saveDraftRecord(bola, record())
  expect(saveFormerDraftRecord(ada, record({ step: 2 }))).toBe(true)
  deleteDraftRecord(ada.userId)
  expect(readDraftRecord(bola.userId)).toEqual(record())
  expect(loadDraftRecord(ada.userId)).toEqual(record({ step: 2 }))
  expect(Object.values({ ...localStorage }).join()).not.toContain('12345678909')
})

test('a draft that its own user reads is not set aside', () => {
  saveDraftRecord(ada, record())
  loadDraftRecord(ada.userId)
  deleteDraftRecord(ada.userId)
  expect(loadDraftRecord(ada.userId)).toBeNull()
})

test.each(['{', '[]', '7', 'null', '{"userId":"RE24-00001"'])('stored text %s counts as no record', (text) => {
  localStorage.setItem('formData', text)
  localStorage.setItem('formData.RE24-00001', text)
  expect(loadDraftRecord(ada.userId)).toBeNull()
})

test('a record of an older version is merged over empty answers and counts as unsent', () => {
  localStorage.setItem('formData', JSON.stringify({ userId: 'RE24-00001', hobby: 'Chess', grants: 'none' }))
  expect(loadDraftRecord(ada.userId)).toEqual({
    answers: { ...createEmptyAnswers(sections), hobby: 'Chess' },
    revision: 0,
    savedAt: null,
    unconfirmed: [],
    isUnsent: true,
    step: null,
  })
})

test('a full browser storage is reported', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: full, removeItem: full })
  expect(saveDraftRecord(ada, record())).toBe(false)
  expect(readDraftRecord(ada.userId)).toEqual(record())
})
