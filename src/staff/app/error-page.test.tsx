import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { StaffErrorPage } from './error-page.tsx'

afterEach(() => {
  document.head.innerHTML = ''
  vi.unstubAllGlobals()
})

/** The page was started by one build; the server would start the same or another one now. */
async function renderWhileServerHas(build: string) {
  document.head.innerHTML = '<script type="module" src="/staff/assets/index-old.js"></script>'
  const page = `<script type="module" src="/staff/assets/index-${build}.js"></script>`
  vi.stubGlobal('fetch', async () => new Response(page))
  render(<StaffErrorPage />)
  return (text: RegExp) => screen.findByText(text)
}

test('a page that fails because the portal was updated meanwhile says so', async () => {
  const find = await renderWhileServerHas('new')
  expect(await find(/The portal was updated after you opened this page\. Reload it to go on\./)).toBeDefined()
})

test('otherwise it asks to reload the page, and to try later', async () => {
  const find = await renderWhileServerHas('old')
  expect(await find(/Reload the page; if it fails again, try later\./)).toBeDefined()
})
