// Starts the staff's app in the browser.
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import '#kit/ui/styles/base.css'
import { staffBase } from '#shared/staff/paths.ts'
import { StaffApp } from './app/staff-app.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')
createRoot(root).render(
  <BrowserRouter basename={staffBase} useTransitions={false}>
    <StaffApp />
  </BrowserRouter>,
)
