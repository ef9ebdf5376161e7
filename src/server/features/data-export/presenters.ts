// How the rows of an account stand in its archive: the chosen columns, and what has to be decrypted or left out.
import { closeOffer } from '#server/domain/closed-offers.ts'
import { type DecryptionDependencies, decryptOrLog } from '#server/platform/encryption/unreadable-values.ts'
import { exportedColumns, pickColumns } from './exported-tables.ts'
import type { OwnRows, readAuditEvents, readEmails } from './own-data-store.ts'

type RowOf<Read extends (...given: never) => AsyncGenerator> =
  Awaited<ReturnType<Read>> extends AsyncGenerator<infer Row> ? Row : never
type EmailRow = RowOf<typeof readEmails>
type AuditRow = RowOf<typeof readAuditEvents>
type Rows<Name extends keyof OwnRows> = OwnRows[Name] extends (infer Row)[] ? Row : never

export const presentAccount = ({ account, exercise }: OwnRows) => ({
  ...pickColumns(account, exportedColumns.accounts),
  exercise: { institution: exercise.institution, title: exercise.title, year: exercise.year },
})

const unreadable = 'This value is encrypted and can no longer be read.'

/** The value under its name; null with a note when it cannot be decrypted. */
function decryptField(
  { name, isJson = false, ...stored }: { name: string; isJson?: boolean; table: string; id: string },
  encrypted: Uint8Array | null,
  deps: DecryptionDependencies,
) {
  if (!encrypted) return { [name]: null }
  const text = decryptOrLog(deps, encrypted, stored)
  if (text === null) return { [name]: null, [`${name}Note`]: unreadable }
  return { [name]: isJson ? (JSON.parse(text) as unknown) : text }
}

export const presentNinLookUp = (lookUp: Rows<'ninLookUps'>, deps: DecryptionDependencies) => ({
  ...pickColumns(lookUp, exportedColumns.nin_verifications),
  ...decryptField({ name: 'nin', table: 'nin_verifications', id: lookUp.id }, lookUp.encryptedNin, deps),
  ...decryptField(
    { name: 'record', isJson: true, table: 'nin_verifications', id: lookUp.id },
    lookUp.encryptedRecord,
    deps,
  ),
})

export const presentCorrection = (correction: Rows<'corrections'>, deps: DecryptionDependencies) => ({
  ...pickColumns(correction, exportedColumns.account_corrections),
  ...decryptField({ name: 'old', table: 'account_corrections', id: correction.id }, correction.encryptedOld, deps),
  ...decryptField({ name: 'new', table: 'account_corrections', id: correction.id }, correction.encryptedNew, deps),
})

export const presentOwnEmail = (email: EmailRow, deps: DecryptionDependencies) => ({
  ...pickColumns(email, exportedColumns.emails),
  ...decryptField({ name: 'address', table: 'emails', id: email.id }, email.encryptedAddress, deps),
  ...decryptField({ name: 'data', isJson: true, table: 'emails', id: email.id }, email.encryptedData, deps),
})

/** An account has one application. */
export const presentSubmittedApplication = (
  application: Rows<'applications'>,
  { finalOutcomes }: Pick<OwnRows, 'finalOutcomes'>,
) => ({
  ...pickColumns(application, exportedColumns.applications),
  finalOutcome: finalOutcomes[0]?.outcome ?? null,
  rejectionReasons: application.decision === 'rejected' ? application.rejectionReasons : [],
})

/** As the applicant reads it elsewhere. */
export const presentOffer = ({ row }: Rows<'offers'>, { exercise }: Pick<OwnRows, 'exercise'>) =>
  pickColumns(closeOffer(row, exercise.archivedAt), exportedColumns.offers)

/** @param path in the archive; null when the content is not there */
export const presentFile = (file: Rows<'files'>, path: string | null) => ({
  ...pickColumns(file, exportedColumns.files),
  sha256: file.sha256.toString('hex'),
  path,
  ...(path === null && {
    note: file.scan === 'infected' ? 'It carried a virus and was deleted.' : 'Its content is missing.',
  }),
})

/** What an audit event may tell the applicant: facts of the account, and no facts of other people. */
const auditDetails = new Set([
  ...['call', 'code', 'ended', 'fileId', 'id', 'outcome', 'paymentId', 'reason', 'rrr', 'dueKobo', 'paidKobo'],
  ...['exportId', 'size'],
])

/** Nobody may learn who else has applied: the NIN of another account reads like a mismatch. */
const publicOutcomes: Record<string, string> = { nin_taken: 'mismatch' }

/** What the staff did is told, but not their notes: a decision may not be published yet. */
export const presentAuditEvent = (event: AuditRow) => ({
  ...pickColumns(event, exportedColumns.audit_log),
  detail: event.actor === 'staff' ? {} : presentAuditDetail(event.detail),
})

const presentAuditDetail = (detail: AuditRow['detail']) =>
  Object.fromEntries(
    Object.entries(detail)
      .filter(([name]) => auditDetails.has(name))
      .map(([name, value]) => [name, (name === 'outcome' && publicOutcomes[String(value)]) || value]),
  )
