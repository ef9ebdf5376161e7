import { expect, test } from 'vitest'
import type { ApplicationProgress } from '#shared/api/staff/applications/application-details.ts'
import { rejectionReasons } from '#shared/decisions/rejection-reasons.ts'
import { buildCase } from '#tests/support/fixtures/staff-replies.ts'
import {
  changeReason,
  checkDraft,
  chooseVerdict,
  createReviewDraft,
  isEmptyDraft,
  isRecordedIn,
  type ReviewDraft,
  reasonKeys,
  sortReasons,
  toChosenReasons,
  toggleFlag,
  toggleReason,
  undoChoice,
} from './review-draft.ts'

type Review = ApplicationProgress['reviews'][number]

const empty = createReviewDraft(3)
const apply = (...changes: ((draft: ReviewDraft) => ReviewDraft)[]) =>
  changes.reduce((draft, change) => change(draft), empty)

test('a shortlisting needs nothing but the verdict, and sends no reasons', () => {
  expect(checkDraft(empty)).toMatchObject({ verdict: 'Choose a verdict.' })
  const draft = apply(
    // One that needs a note.
    (one) => toggleReason(one, 'identity_differs'),
    (one) => chooseVerdict(one, 'shortlist'),
  )
  expect([checkDraft(draft), toChosenReasons(draft)]).toEqual([null, []])
})

test('a rejection needs a reason, and the reasons that the applicant must read more about need a note', () => {
  const rejected = apply((one) => chooseVerdict(one, 'reject'))
  expect(checkDraft(rejected)).toMatchObject({ reasons: 'Choose at least one reason.' })
  const reasoned = toggleReason(rejected, 'identity_differs')
  expect(Object.keys(checkDraft(reasoned)?.notes ?? {})).toEqual(['identity_differs'])
  expect(checkDraft(changeReason(reasoned, 'identity_differs', { note: ' ' }))).toEqual(checkDraft(reasoned))
  const noted = changeReason(reasoned, 'identity_differs', { note: ' The year of birth differs. ' })
  expect(checkDraft(noted)).toBeNull()
  expect(toChosenReasons(noted)).toEqual([
    { code: 'identity_differs', about: 'personal', note: 'The year of birth differs.' },
  ])
})

test('a return for correction needs a reason or a note', () => {
  const returned = apply((one) => chooseVerdict(one, 'return'))
  for (const note of ['', ' '])
    expect(checkDraft({ ...returned, note })).toMatchObject({
      reasons: expect.stringContaining('what must be corrected'),
    })
  expect(checkDraft({ ...returned, note: 'The second referee has no address.' })).toBeNull()
  expect(checkDraft(toggleReason(returned, 'document_unreadable'))).toBeNull()
  expect(checkDraft(apply((one) => chooseVerdict(one, 'hold')))).toBeNull()
})

test('a reason flags its part; a reason without a part of its own is about the only flagged one', () => {
  const draft = toggleReason(empty, 'experience_too_short')
  expect([draft.flags, draft.reasons.experience_too_short?.about]).toEqual([['experience'], 'experience'])
  const flagged = toggleReason(toggleFlag(empty, 'referees'), 'incomplete')
  expect(flagged.reasons.incomplete?.about).toBe('referees')
  expect(flagged.flags).toEqual(['referees'])
  const ofNoPart = toggleReason(empty, 'incomplete')
  expect([ofNoPart.flags, ofNoPart.reasons.incomplete?.about]).toEqual([[], null])
})

test('the reasons of flagged parts come first, and those that are chosen', () => {
  const { linked, others } = sortReasons(toggleFlag(empty, 'photo'))
  expect(linked).toEqual(['photo_unusable'])
  expect(others).not.toContain('photo_unusable')
  expect(sortReasons(empty).linked).toEqual([])
  const chosen = sortReasons(toggleReason(empty, 'incomplete'))
  expect([chosen.linked, chosen.others.includes('incomplete')]).toEqual([['incomplete'], false])
})

test('undo takes back one choice after the other, and keeps what was typed', () => {
  const chosen = apply(
    (one) => chooseVerdict(one, 'reject'),
    (one) => toggleReason(one, 'other'),
    (one) => changeReason(one, 'other', { note: 'Two applications.' }),
    (one) => toggleReason(one, 'incomplete'),
    (one) => changeReason(one, 'other', { note: 'Three applications.' }),
  )
  const once = undoChoice({ ...chosen, note: 'Check.' })
  expect([Object.keys(once.reasons), once.reasons.other?.note, once.note]).toEqual([
    ['other'],
    'Three applications.',
    'Check.',
  ])
  const thrice = undoChoice(undoChoice(once))
  expect([thrice.verdict, thrice.reasons]).toEqual([null, {}])
  expect(undoChoice(thrice)).toBe(thrice)
  expect(isEmptyDraft({ ...thrice, note: ' ' })).toBe(true)
  expect(isEmptyDraft({ ...thrice, note: 'Ask the department.' })).toBe(false)
})

test('a reason that is chosen again by undo has its note', () => {
  const noted = changeReason(toggleReason(empty, 'other'), 'other', { note: 'Two applications.' })
  expect(undoChoice(toggleReason(noted, 'other')).reasons.other?.note).toBe('Two applications.')
})

test('a draft with a reason or a flag alone is not empty, and a flag that is taken away leaves the others', () => {
  expect(isEmptyDraft(toggleReason(empty, 'other'))).toBe(false)
  const flagged = toggleFlag(toggleFlag(empty, 'photo'), 'referees')
  expect(isEmptyDraft(flagged)).toBe(false)
  expect(toggleFlag(flagged, 'photo').flags).toEqual(['referees'])
})

test('the chair rejects without a reason, but returns nothing', () => {
  expect(checkDraft(chooseVerdict(empty, 'reject'), 'decision')).toBeNull()
  expect(checkDraft(toggleReason(chooseVerdict(empty, 'return'), 'incomplete'), 'decision')).toMatchObject({
    verdict: 'Choose a verdict.',
  })
})

test('an entry is sent with the part that it is in', () => {
  const draft = apply(
    (one) => chooseVerdict(one, 'hold'),
    (one) => toggleReason(one, 'document_unreadable'),
    (one) => changeReason(one, 'document_unreadable', { entry: 2 }),
  )
  expect(toChosenReasons(draft)).toEqual([{ code: 'document_unreadable', about: 'academicQualification', entry: 2 }])
})

test('every reason has a key of its own, which does nothing else in a review', () => {
  expect(Object.values(reasonKeys)).toEqual(Object.keys(rejectionReasons))
  for (const taken of ['r', 'u']) expect(reasonKeys[taken]).toBeUndefined()
})

test('recorded by a try whose answer was lost is the own review of this round alone, with its verdict and note', () => {
  const draft = { ...apply((one) => chooseVerdict(one, 'hold')), note: 'Ask. ' }
  const { status } = buildCase()
  const person = { id: 'p1', name: 'Bisi Ajayi' }
  const review: Review = {
    id: 'r1',
    round: 2,
    person,
    at: '2024-03-05T09:00:00.000Z',
    verdict: 'hold',
    reasons: [],
    note: 'Ask.',
  }
  const isRecorded = (more: Partial<Review>) =>
    isRecordedIn({ reviews: [{ ...review, ...more }], status: { ...status, round: 2 } }, draft, 'p1')
  expect(isRecorded({})).toBe(true)
  const others: Partial<Review>[] = [
    { person: { ...person, id: 'p2' } },
    { round: 1 },
    { verdict: 'reject' },
    { note: '' },
  ]
  expect(others.filter(isRecorded)).toEqual([])
})
