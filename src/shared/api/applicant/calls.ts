// The calls of the pages by name; all-calls.ts has the others. Without schemas: the web app's first page loads this file.
import { apiBase, type CallTable, parseCall } from '../calls.ts'

export const calls = {
  login: 'POST /users/login',
  logout: 'POST /users/logout',
  me: 'GET /users/me',
  updatePassword: 'PATCH /users/update-password',
  updatePasswordByCode: 'PATCH /users/update-password-user',
  forgotPassword: 'POST /users/forgot-password',
  updatePhoto: 'PATCH /users/photo',
  sessions: 'GET /users/sessions',
  endSessions: 'DELETE /users/sessions',
  dataExport: 'GET /users/data-export',
  requestDataExport: 'POST /users/data-export',
  generateRrr: 'POST /payments/remita-generate',
  verifyPayment: 'GET /payments/verify-remita',
  myPayment: 'GET /payments/my',
  verifyNin: 'POST /services/nin-verify/:nin',
  myApplication: 'GET /applications/my',
  applicationSummary: 'GET /applications/my/summary',
  submitApplication: 'POST /applications/',
  draft: 'GET /applications/draft',
  saveDraft: 'PUT /applications/draft',
  uploadFile: 'POST /upload/file',
  files: 'GET /files',
  createComplaint: 'POST /contact/create',
  exercise: 'GET /exercise',
  advert: 'GET /exercise/advert.pdf',
  applicationSlip: 'GET /slips/application.pdf',
  paymentSlip: 'GET /slips/payment.pdf',
  bankSlip: 'GET /slips/bank.pdf',
  examCalendar: 'GET /slips/exam.ics',
  verifySlip: 'GET /slips/:code',
  offerLetter: 'GET /slips/offer.pdf',
  myOffer: 'GET /offers/my',
  answerOffer: 'POST /offers/my',
} as const satisfies CallTable

export type CallName = keyof typeof calls

/** Method and path below the API's base. */
export const getCall = (name: CallName) => parseCall(calls[name])

/** Whether calling again does no harm: reads, overwrites, and the submission. */
export const isRepeatable = (name: CallName): boolean =>
  ['GET', 'PUT'].includes(getCall(name).method) || name === 'submitApplication'

/** The address of a call without parameters, for plain links. */
export const getCallUrl = (name: CallName) => apiBase + getCall(name).path

/** The address of an uploaded file. Answers store this address. */
export const getFileUrl = (id: string) => `${apiBase}/files/${id}`

/** Below the path of the files, for which a link needs no header. */
export const getDataExportUrl = (id: string) => `${apiBase}/files/exports/${id}`

/** The image of a slip's QR code; needs no session. */
export const getSlipQrUrl = (code: string) => `${apiBase}/slips/${code}/qr.svg`

// Without the mark it would be on the first page, which does not use it.
const fileUrlPattern = /* @__PURE__ */ new RegExp(
  `^${apiBase}/files/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`,
  'i',
)
/**
 * The id in the address of an uploaded file; null for any other text.
 * @param publicUrl the portal's origin, which the address may begin with
 */
export function getFileId(link: string, publicUrl = ''): string | null {
  const path = publicUrl && link.startsWith(`${publicUrl}/`) ? link.slice(publicUrl.length) : link
  return fileUrlPattern.exec(path)?.[1]?.toLowerCase() ?? null
}
