import { describe, expect, test } from 'vitest'
import type { Transitions } from '../policy/transition.ts'
import {
  correctionStates,
  correctionTransitions,
  proposalStates,
  proposalTransitions,
  settingsProposalStates,
  settingsProposalTransitions,
} from './proposals.ts'

describe.each<[string, readonly string[], Transitions<string>, string[]]>([
  ['roles', proposalStates, proposalTransitions, ['approved', 'declined']],
  ['facts', correctionStates, correctionTransitions, ['applied', 'declined']],
  ['settings', settingsProposalStates, settingsProposalTransitions, ['approved', 'declined', 'failed']],
])('a proposed change of %s', (_what, states, transitions, decided) => {
  const ways = Object.values(transitions)

  test('stays as it was decided', () => {
    const left = new Set(ways.flatMap(({ from }) => from))
    expect(states.filter((state) => !left.has(state))).toEqual(decided)
  })

  test('can come to every state', () => {
    expect(new Set(['proposed', ...ways.map(({ to }) => to)])).toEqual(new Set(states))
  })
})
