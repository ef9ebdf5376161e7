// The documents that the build writes, and that the server writes again when the exercise changes.
import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import { initialExercise } from '#shared/reference-data/exercise.ts'
import { prerenderedPages, renderPageDocument } from './prerendered.tsx'

const origin = 'https://jobs.example.org'
const facts = { ...initialExercise, shortName: '<R&D> "$&"', institution: '</script><b>Hillside' }
const shell = `<html><head><title>Jobs</title><meta property="og:title" content="Jobs" />
  <meta property="og:image" content="/icon-512.png" /></head><body><div id="root"></div></body></html>`

const routes = readFileSync(resolve('src/applicant/app/routes.tsx'), 'utf8')

function parse(html: string) {
  const written = new DOMParser().parseFromString(html, 'text/html')
  const readMeta = (name: string) => written.querySelector(`meta[property="og:${name}"]`)?.getAttribute('content')
  return {
    titles: [written.title, readMeta('title')],
    image: readMeta('image'),
    facts: JSON.parse(written.getElementById('exercise')?.textContent ?? ''),
    root: written.getElementById('root'),
    last: written.body.lastElementChild?.id,
  }
}

test.each(prerenderedPages)('the document of $path has the page of that route with the exercise', async (page) => {
  for (const source of page.sources) {
    expect(() => readFileSync(resolve('src/applicant', source))).not.toThrow()
    expect(routes, source).toContain(`/${basename(source)}')`)
  }
  const html = await renderPageDocument(shell, page.path, facts, origin)
  const { root, titles, ...written } = parse(html)
  expect(written).toEqual({ facts, image: `${origin}/icon-512.png`, last: 'exercise' })
  expect(titles[0]).toMatch(/ – <R&D> "\$&" Recruitment 2024$/)
  expect(titles[1]).toBe(titles[0])
  expect(root?.querySelectorAll('h1')).toHaveLength(1)
  expect(root?.textContent).toContain('</script><b>Hillside')
  // Written again, it is the same, also after another exercise.
  const other = await renderPageDocument(html, page.path)
  expect(parse(other)).toMatchObject({ facts: null, image: '/icon-512.png' })
  expect(await renderPageDocument(other, page.path, facts, origin)).toBe(html)
})

test('the document of every other path has no page yet, and the title of the start page', async () => {
  const html = await renderPageDocument(shell, '/spa.html', facts, origin)
  expect(await renderPageDocument(html, '/spa.html', facts, origin)).toBe(html)
  const { root, titles, ...written } = parse(html)
  expect(written).toEqual({ facts, image: `${origin}/icon-512.png`, last: 'exercise' })
  expect(root?.innerHTML).toBe('')
  expect(titles).toEqual(parse(await renderPageDocument(shell, '/', facts, origin)).titles)
})

test('a page is rendered alike where there is neither a document nor an address', async () => {
  const html = await renderPageDocument(shell, '/auth/login', facts, origin)
  for (const name of ['document', 'location']) vi.stubGlobal(name, undefined)
  try {
    vi.resetModules()
    const prerendered = await import('./prerendered.tsx')
    expect(await prerendered.renderPageDocument(shell, '/auth/login', facts, origin)).toBe(html)
  } finally {
    vi.unstubAllGlobals()
  }
})
