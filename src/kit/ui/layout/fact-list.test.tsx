import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FactList } from './fact-list.tsx'

test('a time stays in one line, and a day with its month', () => {
  render(<FactList facts={[['Added', '9 October 2026, 6:50 pm, by Musa. I am 7.']]} />)
  expect(screen.getByRole('definition').textContent).toBe('9\u00a0October 2026, 6:50\u00a0pm, by Musa. I am 7.')
})

test('a fact that is missing is a dash, and one that is no text stays as it is', () => {
  render(
    <FactList
      facts={[
        ['Phone', null],
        ['Email', ''],
        [
          'Page',
          <a key="page" href="/">
            Open
          </a>,
        ],
        ['Left', 0],
      ]}
    />,
  )
  const [phone, email, page, left] = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect([phone, email, page, left]).toEqual(['—', '—', 'Open', '—'])
})
