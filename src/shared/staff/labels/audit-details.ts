// How the audit log names the details of an event, and what it concerns.
import { outcomeLabels, publishedLabels, reviewStages, verdictLabels } from '../../decisions/stages.ts'
import { formatDate, formatDateTime } from '../../format/dates.ts'
import { formatNaira } from '../../format/numbers.ts'
import { toNaira } from '../../policy/money.ts'

const labels: Readonly<Record<string, string>> = {
  call: 'Request',
  code: 'Answer',
  factor: 'With',
  device: 'On',
  columns: 'Fields',
  cause: 'Why',
  how: 'How',
  to: 'To',
  ended: 'Sessions ended',
  size: 'Bytes',
  until: 'Until',
  rrr: 'RRR',
}

const factors = { totp: 'authenticator code', recovery: 'recovery code', passkey: 'passkey' }
const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  factor: factors,
  verdict: verdictLabels,
  stage: reviewStages,
  outcome: { ...outcomeLabels, ...publishedLabels },
}

const subjects: Readonly<Record<string, string>> = {
  staff: 'Staff member',
  import: 'Imported list',
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const momentPattern = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

/** "madeAt" and "made_at" as "made at"; "feeKobo", which is written in naira, as "fee". */
const toPlain = (name: string): string =>
  name
    .replace(/_?kobo$/i, '')
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
const toTitle = (name: string): string => toPlain(name).replace(/^./, (first) => first.toUpperCase())

function formatValue(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => formatValue(name, one)).join(', ')
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([key, one]) => `${toPlain(key)} ${formatValue(key, one)}`)
      .join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && name.endsWith('Kobo')) return formatNaira(toNaira(value))
  const text = String(value)
  if (dayPattern.test(text)) return formatDate(text)
  if (momentPattern.test(text)) return formatDateTime(text)
  return values[name]?.[text] ?? (/^[a-z]+([_A-Z][A-Za-z_]*)?$/.test(text) ? toPlain(text) : text)
}

const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** The ids of records say nothing to a reader. */
const isEmpty = (value: unknown): boolean =>
  value === null || (Array.isArray(value) ? value.every(isEmpty) : typeof value === 'string' && uuidPattern.test(value))

/** For example "Fields: surname, email". */
export const formatAuditDetail = (detail: Readonly<Record<string, unknown>>): string =>
  Object.entries(detail)
    .filter(([, value]) => !isEmpty(value) && value !== 'Unknown device')
    .map(([name, value]) => `${labels[name] ?? toTitle(name)}: ${formatValue(name, value)}`)
    .join('; ')

/** For example "Complaint C-2026-00012". The id of a record that has no number says nothing. */
export function formatAuditSubject({ kind, id, name }: { kind: string; id: string; name: string | null }): string {
  if (name) return name
  const label = subjects[kind] ?? toTitle(kind)
  return uuidPattern.test(id) ? label : `${label} ${id}`
}
