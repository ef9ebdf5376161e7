import { describe, expect, test } from 'vitest'
import type { GivenReason } from './agreed-reasons.ts'
import {
  agree,
  beginsRound,
  decideReview,
  defaultReviewRules,
  findSecond,
  getNextStage,
  isReviewable,
  mayDecideAlone,
  outcomeLabels,
  type ReviewStage,
  reviewStageNames,
  reviewStages,
  type StageEvent,
  stageOfVerdict,
  stageTransitions,
  type Verdict,
  verdictLabels,
  verdictNames,
} from './stages.ts'

const [first, second, third] = ['first', 'second', 'third']
const reasons: GivenReason[] = [
  { code: 'incomplete', type: 'Application', reason: 'A page is missing.', note: 'A page.' },
]
const by = (staffId = '', verdict: Verdict = 'shortlist') => ({ staffId, verdict, reasons })
const one = { shortlistReviews: 1 } as const

describe('a review', () => {
  test('alone decides nothing', () => {
    for (const verdict of verdictNames)
      expect(decideReview('submitted', [], by(first, verdict), defaultReviewRules)).toEqual({
        stage: 'screening',
        isSplit: false,
        decision: null,
      })
  })

  test.each(verdictNames)('that agrees with another one to %s leads to its stage', (verdict) => {
    const effect = decideReview('screening', [by(first, verdict)], by(second, verdict), defaultReviewRules)
    const stage = stageOfVerdict[verdict]
    expect(effect).toEqual({
      stage,
      isSplit: false,
      decision: stage === 'returned' ? null : { outcome: stage, secondedBy: first },
    })
  })

  test('that differs goes to the chair', () => {
    for (const verdict of verdictNames)
      if (verdict !== 'reject')
        expect(decideReview('screening', [by(first, 'reject')], by(second, verdict), defaultReviewRules)).toEqual({
          stage: 'held',
          isSplit: true,
          decision: null,
        })
  })

  test('that rejects for other reasons goes to the chair, too', () => {
    const declined = { code: 'referee_declined', type: 'Referee', reason: 'No.' } as const
    const other = { ...by(first, 'reject'), reasons: [declined] }
    expect(decideReview('screening', [other], by(second, 'reject'), defaultReviewRules)).toEqual({
      stage: 'held',
      isSplit: true,
      decision: null,
    })
  })

  test('of the chair settles a disagreement with the one that agrees, or leaves it where it is', () => {
    const both = [by(first, 'reject'), by(second, 'shortlist')]
    expect(decideReview('held', both, by(third, 'reject'), defaultReviewRules).decision).toEqual({
      outcome: 'rejected',
      secondedBy: first,
    })
    expect(decideReview('held', both, by(third, 'hold'), defaultReviewRules)).toMatchObject({
      stage: 'held',
      isSplit: true,
    })
  })

  test('shortlists alone where the exercise asks for one, but never rejects alone', () => {
    expect(decideReview('submitted', [], by(first, 'shortlist'), one).decision).toEqual({
      outcome: 'shortlisted',
      secondedBy: null,
    })
    expect(decideReview('submitted', [], by(first, 'reject'), one).decision).toBeNull()
    expect(decideReview('screening', [by(first, 'reject')], by(second, 'shortlist'), one)).toMatchObject({
      isSplit: true,
    })
  })

  test('of a decided case is not possible', () => {
    for (const stage of ['shortlisted', 'rejected'] as const) {
      expect(isReviewable({ stage, isSplit: false }, true)).toBe(false)
      expect(() => decideReview(stage, [], by(first), defaultReviewRules)).toThrow(RangeError)
    }
  })

  test('of a case that was held or returned begins a new round, unless the chair has to settle it', () => {
    expect(beginsRound({ stage: 'held', isSplit: false })).toBe(true)
    expect(beginsRound({ stage: 'returned', isSplit: false })).toBe(true)
    expect(beginsRound({ stage: 'held', isSplit: true })).toBe(false)
    for (const stage of ['submitted', 'screening'] as const) {
      expect(beginsRound({ stage, isSplit: false })).toBe(false)
      expect(isReviewable({ stage, isSplit: false }, false)).toBe(true)
    }
    expect(isReviewable({ stage: 'held', isSplit: true }, false)).toBe(false)
    expect(isReviewable({ stage: 'held', isSplit: true }, true)).toBe(true)
  })
})

test('two agree who say the same; who reject, for a reason that both give', () => {
  const declined = { code: 'referee_declined', type: 'Referee', reason: 'No.' } as const
  expect(agree(by(first, 'hold'), by(second, 'hold'))).toBe(true)
  expect(agree({ ...by(first), reasons: [] }, { ...by(second), reasons: [] })).toBe(true)
  expect(agree(by(first, 'hold'), by(second, 'shortlist'))).toBe(false)
  expect(agree(by(first, 'shortlist'), by(second, 'reject'))).toBe(false)
  expect(agree(by(first, 'reject'), by(second, 'shortlist'))).toBe(false)
  expect(agree(by(first, 'reject'), by(second, 'reject'))).toBe(true)
  expect(agree(by(first, 'reject'), { ...by(second, 'reject'), reasons: [declined] })).toBe(false)
})

describe("the chair's decision", () => {
  test('needs the review of somebody else that agrees', () => {
    const reviews = [by(first, 'reject'), by(second, 'shortlist')]
    expect(findSecond('rejected', reviews, new Set([third ?? '']))?.staffId).toBe(first)
    expect(findSecond('rejected', reviews, new Set([first ?? '']))).toBeNull()
    expect(findSecond('held', reviews, new Set([third ?? '']))).toBeNull()
  })

  test('is never a rejection by one person', () => {
    expect([mayDecideAlone('rejected', one), mayDecideAlone('rejected', defaultReviewRules)]).toEqual([false, false])
    expect([mayDecideAlone('shortlisted', one), mayDecideAlone('shortlisted', defaultReviewRules)]).toEqual([
      true,
      false,
    ])
    expect(mayDecideAlone('held', defaultReviewRules)).toBe(true)
  })
})

const transitions = Object.entries(stageTransitions) as [
  StageEvent,
  { readonly from: readonly ReviewStage[]; readonly to: ReviewStage },
][]

test('every stage can be reached, and every transition leads from a stage to a stage', () => {
  const reached = new Set<ReviewStage>(['submitted', ...transitions.map(([, { to }]) => to)])
  expect([...reached].sort()).toEqual([...reviewStageNames].sort())
  for (const [event, { from, to }] of transitions)
    for (const stage of reviewStageNames) expect(getNextStage(stage, event)).toBe(from.includes(stage) ? to : null)
})

test('an application is withdrawn from every stage, once, and then neither reviewed nor decided', () => {
  for (const stage of reviewStageNames)
    expect(getNextStage(stage, 'withdraw')).toBe(stage === 'withdrawn' ? null : 'withdrawn')
  const possible = transitions.filter(([, { from }]) => from.includes('withdrawn')).map(([event]) => event)
  expect(possible).toEqual(['reinstate'])
  expect(isReviewable({ stage: 'withdrawn', isSplit: false }, true)).toBe(false)
})

test('stages, verdicts and outcomes have their names', () => {
  for (const label of [reviewStages, verdictLabels, outcomeLabels].flatMap((labels) => Object.values(labels)))
    expect(label).toMatch(/^[A-Z]/)
})
