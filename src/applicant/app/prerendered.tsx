// The pages that are rendered before they are sent: by the build, and by the server when the exercise changes.
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { exerciseElementId, renderWithExercise } from '#applicant/entities/exercise/exercise.ts'
import { type ExerciseFacts, noExercise } from '#shared/reference-data/exercise.ts'
import { paths } from '#shared/routes.ts'
import { App } from './app.tsx'
import { formatDocumentTitle } from './document-title.ts'
import { preloadAt, titleAt } from './matched-routes.ts'

export { pageSkeletons, renderSkeleton } from './skeletons.tsx'

interface PrerenderedPage {
  path: string
  /** Relative to src/applicant, like the names in the build's manifest. */
  sources: string[]
}

const layouts = { public: 'app/layouts/public-layout.tsx', auth: 'app/layouts/auth-layout.tsx' }

/** Pages that look the same to every visitor. */
export const prerenderedPages: PrerenderedPage[] = [
  { path: paths.home, sources: [layouts.public, 'features/exercise/home-page.tsx'] },
  { path: paths.contact, sources: [layouts.public, 'features/complaints/contact-page.tsx'] },
  { path: paths.privacy, sources: [layouts.public, 'features/privacy/privacy-page.tsx'] },
  { path: paths.verify, sources: [layouts.public, 'features/slips/verify-slip-page.tsx'] },
  { path: paths.login, sources: [layouts.auth, 'features/auth/login-page.tsx'] },
  { path: paths.forgotPassword, sources: [layouts.auth, 'features/auth/passwords/forgot-password-page.tsx'] },
]

const isPrerendered = (path: string) => prerenderedPages.some((page) => page.path === path)

/**
 * Writes the facts into a document, and the page as a guest first sees it if it is prerendered. Works on what it has
 * written before, too.
 * @param document with the head of this path's page
 * @param facts null before the first exercise was made
 * @param origin the portal's address without a trailing slash; empty while it is not known
 */
export async function renderPageDocument(
  document: string,
  path: string,
  facts: ExerciseFacts | null = null,
  origin = '',
) {
  const title = titleAt(path === shellPath ? paths.home : path)
  const written = writeData(writeHead(document, formatDocumentTitle(title, facts ?? noExercise), origin), facts)
  if (!isPrerendered(path)) return written
  await preloadAt(path)
  // Nothing may be awaited between the two: another document may have other facts.
  renderWithExercise(facts)
  const html = renderToString(
    <StaticRouter location={path}>
      <App />
    </StaticRouter>,
  )
  return writePage(written, html)
}

/** The document of every path that has none of its own. */
const shellPath = '/spa.html'
const rootStart = '<div id="root">'
const dataStart = '<script type="application/json"'
const bodyEnd = '</body>'

/** The last element of the body. A block of data is never run, so that no policy needs to allow it. */
function writeData(document: string, facts: ExerciseFacts | null): string {
  const json = JSON.stringify(facts).replaceAll('<', '\\u003c')
  const written = document.lastIndexOf(dataStart)
  const end = document.lastIndexOf(bodyEnd)
  const before = document.slice(0, written === -1 ? end : written).trimEnd()
  return `${before}${dataStart} id="${exerciseElementId}">${json}</script>${document.slice(end)}`
}

/** What browsers show of a page, and other apps of a link to it. They load an image only by its whole address. */
function writeHead(document: string, title: string, origin: string): string {
  const written = escapeHtml(title)
  return document
    .replace(/<title>[^<]*<\/title>/, () => `<title>${written}</title>`)
    .replace(/(<meta property="og:title" content=")[^"]*/, (_, start) => start + written)
    .replace(/(<meta property="og:image" content=")[^"]*(\/icon)/, (_, start, file) => start + origin + file)
}

function writePage(document: string, html: string): string {
  const before = document.slice(0, document.indexOf(rootStart))
  const after = document.slice(document.lastIndexOf(dataStart))
  return `${before}${rootStart}${html}</div>${after}`
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character)
