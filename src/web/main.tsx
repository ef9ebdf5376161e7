// Starts the app in the browser: wakes a prerendered page up, or draws the page where there is none.
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import './ui/styles/base.css'
import './lib/browser/older-browsers.ts'
import { App } from './app/app.tsx'
import { preloadAt } from './app/matched-routes.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')
void start(root)

async function start(root: HTMLElement) {
  // Without transitions the page that was left goes at once, not when the next one's code is here: nobody types into it.
  const app = (
    <BrowserRouter useTransitions={false}>
      <App />
    </BrowserRouter>
  )
  if (!root.hasChildNodes()) return createRoot(root).render(app)
  // The first drawing must equal the prerendered page, so its lazy parts are here before it.
  await preloadAt(location.pathname)
  hydrateRoot(root, app)
}
