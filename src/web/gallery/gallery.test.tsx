import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { importsOf, sourcesBelow } from '#tests/support/imports.ts'
import { scriptedApi, visit } from '#tests/support/web/web-app.tsx'

scriptedApi()

const isDrawn = (file: string) => file.endsWith('.tsx') && !file.endsWith('.test.tsx')

test('the gallery draws everything, each group to be linked to, and nothing on it complains', async () => {
  // Parts that come later come at once.
  await import('#web/form/controls/files-control.tsx')
  await visit('/gallery')
  const ways = [...document.querySelectorAll('nav[aria-label="Groups"] a')]
  expect(ways.length).toBeGreaterThan(5)
  for (const way of ways) {
    const group = document.querySelector(way.getAttribute('href') ?? '')
    expect(group?.querySelector('h2')?.textContent).toBe(way.textContent)
  }
  await waitFor(() => expect(document.body.textContent).toContain('Waits for the line'))
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
})

test('no component of ui is forgotten', () => {
  const shown = new Set(sourcesBelow('src/web/gallery').flatMap((file) => importsOf(file).map(({ to }) => to)))
  expect(sourcesBelow('src/web/ui').filter((file) => isDrawn(file) && !shown.has(file))).toEqual([])
})

test('no component of the form is forgotten', () => {
  const reached = new Set<string>()
  const walk = (file: string) => {
    if (reached.has(file) || !/\.tsx?$/.test(file)) return
    reached.add(file)
    for (const { to, isPackage } of importsOf(file)) if (!isPackage) walk(to)
  }
  walk('src/web/gallery/gallery-page.tsx')
  expect(sourcesBelow('src/web/form').filter((file) => isDrawn(file) && !reached.has(file))).toEqual([])
})
