import { expect, test } from 'vitest'
import { type PublicationStep, publicationStateNames, publicationTransitions } from '#shared/decisions/publications.ts'
import { assertTransition } from './access.ts'

const steps = Object.keys(publicationTransitions) as PublicationStep[]

test.each(steps)('%s leads a publication where the table says, and is refused from every other state', (step) => {
  const { from, to } = publicationTransitions[step]
  for (const state of publicationStateNames)
    if (from.some((allowed) => allowed === state)) expect(assertTransition({ state }, step)).toBe(to)
    else
      expect(() => assertTransition({ state }, step)).toThrow(
        expect.objectContaining({ code: 'publication_state', details: expect.objectContaining({ data: { state } }) }),
      )
})
