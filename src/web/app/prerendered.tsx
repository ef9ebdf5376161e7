// The pages that are rendered when the app is built: their HTML, and the sources that they need at once.
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { initialExercise } from '#shared/reference-data/exercise.ts'
import { paths } from '#shared/routes.ts'
import { App } from './app.tsx'
import { formatDocumentTitle } from './document-title.ts'
import { preloadAt, titleAt } from './matched-routes.ts'

export { pageSkeletons, renderSkeleton } from './skeletons.tsx'

interface PrerenderedPage {
  path: string
  /** Relative to src/web, like the names in the build's manifest. */
  sources: string[]
}

const layouts = { public: 'app/layouts/public-layout.tsx', auth: 'app/layouts/auth-layout.tsx' }

/** Pages that look the same to every visitor. */
export const prerenderedPages: PrerenderedPage[] = [
  { path: paths.home, sources: [layouts.public, 'features/exercise/home-page.tsx'] },
  { path: paths.contact, sources: [layouts.public, 'features/contact/contact-page.tsx'] },
  { path: paths.privacy, sources: [layouts.public, 'features/privacy/privacy-page.tsx'] },
  { path: paths.verify, sources: [layouts.public, 'features/slips/verify-slip-page.tsx'] },
  { path: paths.login, sources: [layouts.auth, 'features/auth/login-page.tsx'] },
  { path: paths.forgotPassword, sources: [layouts.auth, 'features/auth/passwords/forgot-password-page.tsx'] },
]

/** The page as a guest first sees it. */
export async function renderPage(path: string): Promise<{ title: string; html: string }> {
  await preloadAt(path)
  const html = renderToString(
    <StaticRouter location={path}>
      <App />
    </StaticRouter>,
  )
  return { title: formatDocumentTitle(titleAt(path), initialExercise), html }
}
