// Starts the app in the browser: wakes a prerendered page up, or draws the page where there is none.
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import './ui/base.css'
import './lib/older-browsers.ts'
import { routes } from './app/routes.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')
void start(root)

async function start(root: HTMLElement) {
  const isPrerendered = root.hasChildNodes()
  if (isPrerendered) await loadMatchedRoutes()
  const app = <RouterProvider router={createBrowserRouter(routes)} />
  if (isPrerendered) hydrateRoot(root, app)
  else createRoot(root).render(app)
}

/** The first drawing must equal the prerendered page, so its lazy parts are here before it. */
function loadMatchedRoutes() {
  const matched = matchRoutes(routes, location) ?? []
  return Promise.all(
    matched.map(async ({ route }) => {
      if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
}
