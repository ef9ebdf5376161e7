// The headers of an applicant's file, for its owner and for staff.
import { formatContentDisposition } from './file-name.ts'
import type { OwnFile } from './store.ts'

// The content of a file must never run as part of this site.
const sandbox = "sandbox; default-src 'none'; frame-ancestors 'none'"
/** Browsers show a PDF in a page of their own, which gets this policy too. Safari's page needs scripts. */
const pdfSandbox = "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

export const getProtectionHeaders = ({ type }: Pick<OwnFile, 'type'>) => ({
  'x-content-type-options': 'nosniff',
  'content-security-policy': type === 'application/pdf' ? pdfSandbox : sandbox,
})

/** Revalidated each time: somebody else may use the computer an hour later. */
export const getCacheHeaders = ({ sha256 }: Pick<OwnFile, 'sha256'>) => ({
  'cache-control': 'private, no-cache',
  etag: `"${sha256.toString('base64url')}"`,
})

/** Images and PDF may be displayed; everything else is downloaded. */
export function getContentHeaders({ type, size, name }: Pick<OwnFile, 'type' | 'size' | 'name'>) {
  const isDisplayed = type.startsWith('image/') || type === 'application/pdf'
  return {
    'content-type': type,
    'content-length': size,
    'content-disposition': formatContentDisposition(isDisplayed ? 'inline' : 'attachment', name),
  }
}
