// Starts the staff's app in the browser.
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import '#kit/ui/styles/base.css'
import { preloadRoutes } from '#kit/routing/preload-routes.ts'
import { staffBase } from '#shared/staff/paths.ts'
import { StaffApp } from './app/staff-app.tsx'
import { staffRoutes } from './app/staff-routes.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')
// While the app asks for the session. The page says what could not be loaded.
preloadRoutes(staffRoutes, location.pathname, staffBase).catch(() => {})
createRoot(root).render(
  <BrowserRouter basename={staffBase} useTransitions={false}>
    <StaffApp />
  </BrowserRouter>,
)
