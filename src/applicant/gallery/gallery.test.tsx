import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { importsOf, sourcesBelow } from '#tests/support/imports.ts'
import { setUpScriptedApi, visit } from '#tests/support/ui/applicant-app.tsx'

setUpScriptedApi()

const isComponent = (file: string) => file.endsWith('.tsx') && !file.endsWith('.test.tsx')

test('the gallery renders every group with a link to it and without errors', async () => {
  // So that this lazy part needs no waiting.
  await import('#applicant/form/controls/files-control.tsx')
  await visit('/gallery')
  const links = [...document.querySelectorAll('nav[aria-label="Groups"] a')]
  expect(links.length).toBeGreaterThan(5)
  for (const link of links) {
    const group = document.querySelector(link.getAttribute('href') ?? '')
    expect(group?.querySelector('h2')?.textContent).toBe(link.textContent)
  }
  await waitFor(() => expect(document.body.textContent).toContain('Waiting for network'))
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
})

test('the gallery shows every component of the kit', () => {
  // The title of the page is a part of its head, and there is one of each. A table is drawn by its kinds.
  const parts = ['src/kit/ui/layout/page-head.tsx', 'src/kit/ui/layout/plain-table.tsx']
  const showing = [...sourcesBelow('src/applicant/gallery'), ...parts]
  const imported = new Set(showing.flatMap((file) => importsOf(file).map(({ to }) => to)))
  // Those of routing draw nothing themselves.
  const drawn = ['src/kit/ui', 'src/kit/query'].flatMap(sourcesBelow)
  expect(drawn.filter((file) => isComponent(file) && !imported.has(file))).toEqual([])
})

test('the gallery shows every component of the form', () => {
  const reached = new Set<string>()
  const walk = (file: string) => {
    if (reached.has(file) || !/\.tsx?$/.test(file)) return
    reached.add(file)
    for (const { to, isPackage } of importsOf(file)) if (!isPackage) walk(to)
  }
  walk('src/applicant/gallery/gallery-page.tsx')
  expect(sourcesBelow('src/applicant/form').filter((file) => isComponent(file) && !reached.has(file))).toEqual([])
})
