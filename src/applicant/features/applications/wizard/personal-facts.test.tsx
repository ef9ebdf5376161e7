import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { buildUser } from '#tests/support/fixtures/web-user.ts'
import { PersonalFacts } from './personal-facts.tsx'

test('phones show all details on demand, and fewer again', async () => {
  render(<PersonalFacts user={buildUser()} />, { wrapper: MemoryRouter })
  const section = screen.getByRole('region', { name: 'Your details on record' })
  const read = () => {
    const button = screen.getByRole('button')
    return [button.textContent, button.getAttribute('aria-expanded'), section.dataset.open]
  }
  expect(read()).toEqual(['Show all', 'false', 'false'])
  await userEvent.click(screen.getByRole('button'))
  expect(read()).toEqual(['Show fewer', 'true', 'true'])
  await userEvent.click(screen.getByRole('button'))
  expect(read()).toEqual(['Show all', 'false', 'false'])
})
