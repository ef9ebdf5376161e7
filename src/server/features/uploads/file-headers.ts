// The headers of an applicant's file, for its owner and for staff.
import { filePolicy } from '#server/http/headers.ts'
import { formatContentDisposition } from './file-name.ts'
import type { OwnFile } from './store.ts'

/** For the PDF viewers of browsers: some do not start in a sandbox, or without a plug-in and styles. No script may run. */
const viewerPolicy = [
  "default-src 'none'",
  "object-src 'self'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** For the owner, whose browser displays the file in a tab. */
export const getProtectionHeaders = ({ type }: Pick<OwnFile, 'type'>) => ({
  'content-security-policy': type === 'application/pdf' ? viewerPolicy : filePolicy,
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
