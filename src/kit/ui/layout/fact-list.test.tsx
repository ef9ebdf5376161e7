import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FactList } from './fact-list.tsx'

test('a time stays in one line', () => {
  render(<FactList facts={[['Added', '9 October 2026, 6:50 pm, by Musa. I am 7.']]} />)
  expect(screen.getByRole('definition').textContent).toBe('9 October 2026, 6:50\u00a0pm, by Musa. I am 7.')
})
