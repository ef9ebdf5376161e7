import { expect, test } from 'vitest'
import { getNextStage, reviewStageNames } from '#shared/decisions/stages.ts'
import { assertStageTransition } from './transitions.ts'

test('a change of stage that is not in the table is refused, and the person reads why', () => {
  const refusals = {
    decide_shortlisted: 'application_withdrawn',
    decide_rejected: 'application_withdrawn',
    decide_held: 'application_withdrawn',
    return: 'not_returnable',
    cancel_return: 'not_returned',
    withdraw: 'already_withdrawn',
    reinstate: 'not_withdrawn',
  } as const
  for (const event of Object.keys(refusals) as (keyof typeof refusals)[])
    for (const stage of reviewStageNames) {
      const next = getNextStage(stage, event)
      if (next) expect(assertStageTransition({ stage }, event)).toBe(next)
      else
        expect(() => assertStageTransition({ stage }, event)).toThrow(
          expect.objectContaining({ code: refusals[event] }),
        )
    }
})
