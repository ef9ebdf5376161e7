import { expect, test } from 'vitest'
import { getLabel } from './labels.ts'

const labels = { sent: 'Sent', not_sent: 'Not sent, withdrawn' } as const

test.each([
  ['sent', 'Sent'],
  ['not_sent', 'Not sent, withdrawn'],
  ['of_a_newer_version', 'of a newer version'],
  ['constructor', 'constructor'],
])('the name %s reads: %s', (name, label) => {
  expect(getLabel(labels, name as never)).toBe(label)
})
