import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { WrappedText } from './wrapped-text.tsx'

const html = (text: string) => {
  const { container } = render(<WrappedText text={text} />)
  expect(container.textContent).toBe(text)
  return container
}

test('an email address breaks after @ and before dots, and its text stays the same', () => {
  const marked = html('ibrahim.garkuwa@example.org')
    .innerHTML.replaceAll('<wbr>', '|')
    .replaceAll(/<[^>]+>/g, '')
  expect(marked).toBe('ibrahim|.garkuwa@|example|.org')
})

test('an application number within a sentence stays in one line', () => {
  const spans = html('Sent 22 November 2026, APP-2024-000001. Verified.').querySelectorAll('span span')
  expect([...spans].map(({ textContent }) => textContent)).toEqual(['APP-2024-000001'])
})

test('other text has no marks, also with an email address in a sentence', () => {
  for (const text of ['', 'Lecturer II, part-time', 'Write to a.b@example.org today'])
    expect(html(text).innerHTML).toBe(text)
})
