import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { FoldedActionBar } from './action-bar.tsx'

test('the button for more actions names what it unfolds, and says whether it is unfolded', async () => {
  render(
    <FoldedActionBar first={<button type="button">Correct</button>} grave={<button type="button">Withdraw</button>}>
      <button type="button">Print</button>
    </FoldedActionBar>,
  )
  const more = screen.getByRole('button', { name: 'More actions' })
  const folded = document.getElementById(more.getAttribute('aria-controls') ?? '')
  expect([...(folded?.querySelectorAll('button') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Print',
    'Withdraw',
  ])
  for (const isUnfolded of [false, true, false]) {
    expect(more.getAttribute('aria-expanded')).toBe(String(isUnfolded))
    expect(more.querySelector(isUnfolded ? '.lucide-chevron-up' : '.lucide-chevron-down')).not.toBeNull()
    expect(folded?.dataset.open).toBe(isUnfolded ? 'true' : undefined)
    await userEvent.click(more)
  }
})
