// The minimum that a page of this kind loads: React, React DOM and the router, with one route.
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Link, Outlet, useNavigate, useRoutes } from 'react-router'

function App() {
  const go = useNavigate()
  const home = createElement('button', { type: 'button', onClick: () => go('/b') }, 'b')
  return useRoutes([
    { element: createElement(Outlet), children: [{ path: '/', element: home }] },
    { path: '*', element: createElement(Link, { to: '/' }, 'a') },
  ])
}

const root = Reflect.get(globalThis, 'document').body
createRoot(root).render(createElement(BrowserRouter, null, createElement(App)))
