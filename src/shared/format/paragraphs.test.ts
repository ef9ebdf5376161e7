import { expect, test } from 'vitest'
import { splitParagraphs } from './paragraphs.ts'

test('an empty line begins a paragraph, also when the same one stands twice', () => {
  expect(splitParagraphs('Sign it.\nThen scan it.\n \nSend it again.\n\n\nSend it again.\n\n')).toEqual([
    { place: 0, paragraph: 'Sign it.\nThen scan it.' },
    { place: 1, paragraph: 'Send it again.' },
    { place: 2, paragraph: 'Send it again.' },
  ])
})

test('a text without words has no paragraphs', () => {
  expect(splitParagraphs(' \n\n ')).toEqual([])
})
