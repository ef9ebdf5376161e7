import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { importsOf, sourcesBelow } from '#tests/support/imports.ts'
import { scriptedApi, visit } from '#tests/support/web-app.tsx'

scriptedApi()

const isDrawn = (file: string) => file.endsWith('.tsx') && !file.endsWith('.test.tsx')

test('the gallery draws everything, each group to be linked to, and nothing on it complains', async () => {
  await visit('/gallery')
  const ways = within(screen.getByRole('navigation', { name: 'Groups' })).getAllByRole('link')
  for (const way of ways) {
    const group = document.querySelector(way.getAttribute('href') ?? '')
    expect(group?.querySelectorAll('h2')[0]?.textContent).toBe(way.textContent)
  }
  await waitFor(() => expect(screen.getAllByText('Choose files').length).toBeGreaterThan(2))
  await screen.findByText('This file is damaged', { exact: false })
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
