// The headers of an applicant's file, for its owner and for staff.
import { formatContentDisposition } from './file-name.ts'
import type { OwnFile } from './store.ts'

const sandbox = "sandbox; default-src 'none'; frame-ancestors 'none'"
/** For the PDF viewers of browsers: some do not start in a sandbox, or without a plug-in and styles. No script may run. */
const viewerPolicy = [
  "default-src 'none'",
  "object-src 'self'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** With these the content of a file never runs as part of this site. */
const protectionHeaders = { 'x-content-type-options': 'nosniff', 'content-security-policy': sandbox }

/** For the owner, whose browser displays the file in a tab. */
export const getProtectionHeaders = ({ type }: Pick<OwnFile, 'type'>) =>
  type === 'application/pdf' ? { ...protectionHeaders, 'content-security-policy': viewerPolicy } : protectionHeaders

/** For staff: their page reads the content and draws it in a frame (docs/decisions/0023-files-for-staff.md). */
export const staffProtectionHeaders = protectionHeaders

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
