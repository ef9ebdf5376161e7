// Starts the app in the browser: hydrates a prerendered page, replaces a skeleton, or renders the page where there is
// neither.
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import '#kit/ui/styles/base.css'
import '#applicant/app/older-browsers.ts'
import { paths } from '#shared/routes.ts'
import { App } from './app/app.tsx'
import { preloadAt } from './app/matched-routes.ts'
import { onDisconnect, reportUnreachable } from './offline/connection.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')
void start(root)

async function start(root: HTMLElement) {
  // Without transitions, so that the old page disappears at once and nobody types into it while the next one loads.
  const app = (
    <BrowserRouter useTransitions={false}>
      <App />
    </BrowserRouter>
  )
  if (root.dataset.shell === '' && location.pathname.startsWith(paths.pay)) reportUnreachable()
  if (!root.hasChildNodes()) return createRoot(root).render(app)
  if (root.dataset.skeleton !== undefined) {
    // The skeleton stays until the page can take its place at once, or the connection is lost.
    await Promise.race([preloadAt(location.pathname).catch(() => {}), new Promise<void>(onDisconnect)])
    return createRoot(root).render(app)
  }
  // Hydration needs the same markup as the prerendered page, so its lazy parts are loaded first. Without them the page fails.
  await preloadAt(location.pathname).catch(() => {})
  const typed = findTyped(root)
  hydrateRoot(root, app)
  for (const { field, value, start, end } of typed) {
    // A text area was set to what the page's state has.
    if (field.value !== value) {
      field.value = value
      if (start !== null) field.setSelectionRange(start, end)
    }
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  // Not before the page has heard of it.
  await new Promise((resolve) => setTimeout(resolve))
  globalThis.repeatEarlyClicks?.()
}

/** What was typed before the code had loaded. Unless it is said again, the page takes its fields for empty. */
const findTyped = (root: HTMLElement) =>
  [...root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
    .filter((field) => field.value !== field.defaultValue)
    .map((field) => ({ field, value: field.value, start: field.selectionStart, end: field.selectionEnd }))
