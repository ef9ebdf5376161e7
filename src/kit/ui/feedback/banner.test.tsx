import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Banner } from './banner.tsx'

test('an error is said at once, another message only where it comes from a change', () => {
  render(<Banner tone="error">It failed.</Banner>)
  expect(screen.getByRole('alert').textContent).toBe('Error: It failed.')
  render(<Banner tone="warning">It is late.</Banner>)
  render(<Banner tone="info">It is open.</Banner>)
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(screen.queryByRole('status')).toBeNull()
  render(
    <Banner tone="success" role="status">
      It is sent.
    </Banner>,
  )
  expect(screen.getByRole('status').textContent).toBe('Done: It is sent.')
})

test('a banner without a title has no empty line for it', () => {
  const { container, rerender } = render(<Banner tone="info">Text</Banner>)
  expect(container.querySelector('p')).toBeNull()
  rerender(<Banner tone="info" title="Title" />)
  expect(container.querySelector('p')?.textContent).toBe('Title')
})
