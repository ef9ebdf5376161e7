// Sends a page's first calls while its code is still loading, and then preloads that code: the other way round, the calls
// would wait for a free connection. Built into the HTML of the pages that need a session (tools/prerender.mjs), so it must
// stay small.
import { hasPaid } from '#shared/policy/next-route.ts'
import type { EarlyRead } from './early-reads.ts'
import { buildHeaders } from './request-headers.ts'

const { reads = '', modules = '', needsPayment } = document.currentScript?.dataset ?? {}
const token = readText('token')
if (token && isAdmitted()) globalThis.earlyReads = { token, byUrl: Object.fromEntries(reads.split(' ').map(startRead)) }
for (const url of modules.split(' ')) if (url) preload(url)

/** Whether the page will open for this user, as far as the device knows. Otherwise the calls would be in vain. */
function isAdmitted(): boolean {
  try {
    const user = JSON.parse(readText('user') ?? '')
    return !user.passChange && (needsPayment === undefined || hasPaid(user))
  } catch {
    return false
  }
}

function startRead(url: string): [string, EarlyRead] {
  const controller = new AbortController()
  const response = fetch(url, { headers: buildHeaders(token), signal: controller.signal })
  // The app reports a failure when it uses the answer, if it does.
  response.catch(() => {})
  return [url, { response, controller }]
}

/** A module, or the style sheet of a part that is loaded later. */
function preload(url: string) {
  const link = document.createElement('link')
  const isStyle = url.endsWith('.css')
  link.rel = isStyle ? 'preload' : 'modulepreload'
  if (isStyle) link.as = 'style'
  link.crossOrigin = ''
  link.href = url
  document.head.append(link)
}

function readText(key: 'token' | 'user'): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
