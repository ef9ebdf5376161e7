// What this device keeps of a form: one record under `formData`, flat as the specification lists it (section 3).

import type { User } from '#shared/api/accounts.ts'
import { type Answers, sections } from '#shared/application/sections.ts'
import { readAnswers } from '#web/form/state/read-answers.ts'
import { forget, type StoredDraft, store, stored } from '#web/lib/browser/storage.ts'
import { parkDraft, unparkDraft } from './parked-drafts.ts'

export interface DraftRecord {
  readonly answers: Answers
  readonly revision: number
  readonly savedAt: string | null
  /** The server does not hold these answers yet. */
  readonly pending: boolean
  /** Digests of what was sent since the server last answered: it may hold any of these. */
  readonly sent: readonly string[]
  /** The wizard's step, from 0; null when it was not noted. */
  readonly step: number | null
}

/** The record of this person; another person's is never read, and is put aside if the server still lacks it. */
export function openRecord(userId: string): DraftRecord | null {
  const found = stored('formData')
  if (found && found.userId !== userId) parkDraft(found)
  const own = found?.userId === userId ? found : unparkDraft(userId)
  return own && recordIn(own)
}

/** The record as another window of this person left it; null when it is somebody else's or gone. */
export function recordNow(userId: string): DraftRecord | null {
  const found = stored('formData')
  return found?.userId === userId ? recordIn(found) : null
}

/** False when the browser would not store it. */
export function writeRecord(user: User, record: DraftRecord): boolean {
  const { answers, revision, savedAt, pending, sent, step } = record
  return store('formData', { ...factsOf(user), ...answers, revision, savedAt, unsaved: pending, sent, step })
}

export const forgetRecord = () => forget('formData')

function recordIn(found: StoredDraft): DraftRecord {
  const { revision, savedAt, unsaved, sent, step } = found
  return {
    answers: readAnswers(sections, found),
    revision: Number.isSafeInteger(revision) ? Number(revision) : 0,
    savedAt: typeof savedAt === 'string' ? savedAt : null,
    pending: unsaved !== false,
    sent: Array.isArray(sent) ? sent.map(String) : [],
    step: Number.isSafeInteger(step) ? Number(step) : null,
  }
}

/** The account's part of the form data, name by name, so that nothing new slips into the browser's storage. */
const factsOf = (user: User) => ({
  userId: user.userId,
  firstName: user.firstName,
  middleName: user.middleName,
  surName: user.surName,
  email: user.email,
  gender: user.gender,
  phone: user.phone,
  dateOfBirth: user.dateOfBirth,
  lga: user.lga,
  state: user.state,
  country: user.country,
  faculty: user.faculty,
  department: user.department,
  role: user.role,
  nin: user.nin,
  ninPassportBase64: null,
  passport: user.passport,
})
