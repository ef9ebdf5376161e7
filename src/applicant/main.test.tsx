// How the app starts in each of the documents that the server sends.
import { screen, waitFor } from '@testing-library/react'
import { render } from 'preact'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { App } from '#applicant/app/app.tsx'
import { preloadAt } from '#applicant/app/matched-routes.ts'
import { setUpScriptedApi } from '#tests/support/ui/applicant-app.tsx'

const api = setUpScriptedApi()
declare const happyDOM: { setURL(url: string): void }

/** Runs the app's script in a document with this content. */
async function start(path: string, content: string, prepare = () => {}) {
  happyDOM.setURL(`${api.current.url}${path}`)
  document.body.innerHTML = content
  const root = document.getElementById('root') as HTMLElement
  onTestFinished(() => render(null, root))
  prepare()
  vi.resetModules()
  await import('./main.tsx')
  return await import('./offline/connection.ts')
}
const findBox = () => document.querySelector('textarea') as HTMLTextAreaElement
const findTitle = (name: string) => screen.findByRole('heading', { level: 1, name })

test('a document without content gets the page', async () => {
  const { isOffline } = await start('/contact', '<div id="root" data-shell=""></div>')
  expect(await findTitle('Contact us')).toBeDefined()
  expect(isOffline()).toBe(false)
})

test('a skeleton gives way to the page also where its code cannot be had before', async () => {
  vi.doMock(import('./app/matched-routes.ts'), async (load) => ({
    ...(await load()),
    preloadAt: () => Promise.reject(new TypeError('Failed to fetch')),
  }))
  onTestFinished(() => vi.doUnmock('./app/matched-routes.ts'))
  await start('/contact', '<div id="root" data-skeleton=""><p>Skeleton</p></div>')
  expect(await findTitle('Contact us')).toBeDefined()
})

test('a skeleton stays until the page can take its place', async () => {
  await start('/contact', '<div id="root" data-skeleton=""><p>Skeleton</p></div>')
  expect(screen.getByText('Skeleton')).toBeDefined()
  expect(await findTitle('Contact us')).toBeDefined()
  expect(screen.queryByText('Skeleton')).toBeNull()
})

test.each([
  ['the shell of the worker', 'data-shell=""', true],
  ['the document of the page', '', false],
])('the payment page in %s knows whether it is offline', async (_, attribute, offline) => {
  const { isOffline, reportAnswer } = await start('/auth/payment', `<div id="root" ${attribute}></div>`)
  expect(isOffline()).toBe(offline)
  expect(await findTitle('Proceed to Make Payment')).toBeDefined()
  reportAnswer()
})

test('what was typed into a page before its code had loaded stays, and the page hears of it alone', async () => {
  await preloadAt('/contact')
  const html = renderToString(
    <StaticRouter location="/contact">
      <App />
    </StaticRouter>,
  )
  const heard: unknown[] = []
  await start('/contact', `<div id="root">${html}</div>`, () => {
    const box = findBox()
    box.value = 'Hello.'
    box.setSelectionRange(2, 2)
    addEventListener('input', ({ target }) => heard.push(target))
  })
  expect(await screen.findByText('6 / 3000')).toBeDefined()
  const box = findBox()
  expect([box.value, box.selectionStart]).toEqual(['Hello.', 2])
  await waitFor(() => expect(heard).toEqual([box]))
})
