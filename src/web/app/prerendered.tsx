// The pages that are drawn when the app is built: what their HTML is, and which sources they need at once.
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { screens } from '#shared/routes.ts'
import { App } from './app.tsx'
import { preloadAt, titleAt } from './matched-routes.ts'

interface PrerenderedPage {
  path: string
  /** Below src/web, as the build's manifest names them. */
  sources: string[]
}

const layouts = { public: 'app/layouts/public-layout.tsx', auth: 'app/layouts/auth-layout.tsx' }

/** Pages that look the same to everybody; the others follow from who is logged in. */
export const prerenderedPages: PrerenderedPage[] = [
  { path: screens.home, sources: [layouts.public, 'features/exercise/home-page.tsx'] },
  { path: screens.contact, sources: [layouts.public, 'features/contact/contact-page.tsx'] },
  { path: screens.login, sources: [layouts.auth, 'features/auth/login-page.tsx'] },
  { path: screens.forgotPassword, sources: [layouts.auth, 'features/auth/forgot-password-page.tsx'] },
]

/** The page as a guest first sees it. */
export async function drawPage(path: string): Promise<{ title: string; html: string }> {
  await preloadAt(path)
  const html = renderToString(
    <StaticRouter location={path}>
      <App />
    </StaticRouter>,
  )
  return { title: titleAt(path), html }
}
