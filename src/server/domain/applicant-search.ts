// Finds applicants by what was typed into the search box of a list.
import { and, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { listScopes, type Permission, type RoleGrant } from '#shared/roles/permissions.ts'
import { beginsWith, escapePattern } from '../database/conditions.ts'
import type { Tx } from '../database/connection.ts'
import { applicantIndex } from '../database/schema/applicant-index.ts'
import { payments } from '../database/schema/payments.ts'
import { getScopeCondition } from './scope.ts'

const t = applicantIndex

interface Identifier {
  kind: 'userId' | 'number' | 'rrr' | 'email' | 'phone'
  /** As the index has it, perhaps only the beginning. */
  text: string
}

/** The identifier that the text looks like, also in lower case or with spaces; null for a name. */
export function recognizeIdentifier(typed: string): Identifier | null {
  const text = typed.replace(/\s/g, '').toUpperCase()
  const compact = text.replaceAll('-', '')
  const digits = compact.replace(/[()]/g, '').replace(/^\+234/, '0')
  if (text.includes('@')) return { kind: 'email', text: typed.trim() }
  const [, year, serial] = /^APP(\d{4})(\d+)$/.exec(compact) ?? []
  if (year) return { kind: 'number', text: `APP-${year}-${serial}` }
  if (text.startsWith('APP-')) return { kind: 'number', text }
  const [, prefix, number] = /^([A-Z]{2}\d{2})(\d+)$/.exec(compact) ?? []
  if (prefix) return { kind: 'userId', text: `${prefix}-${number}` }
  if (/^[A-Z]{2}\d{2}-/.test(text)) return { kind: 'userId', text }
  if (/^\d{12}$/.test(digits)) return { kind: 'rrr', text: digits }
  if (/^\d{3,11}$/.test(digits)) return { kind: 'phone', text: digits }
  return null
}

/** Of a name; further ones are not asked about. */
const maxParts = 3

const splitName = (folded: string): string[] =>
  folded
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, maxParts)

const identifierCondition: Readonly<Record<Identifier['kind'], (text: string) => SQL>> = {
  userId: (text) => beginsWith(t.userId, text),
  number: (text) => beginsWith(t.number, text),
  rrr: (text) => sql`${t.accountId} in (select ${payments.accountId} from ${payments} where ${payments.rrr} = ${text})`,
  email: (text) => sql`${t.emailFolded} like folded(${escapePattern(text)}) || '%'`,
  phone: (text) => beginsWith(t.phone, text),
}

/** The text without case and accents, as the index has it. */
async function foldText(tx: Tx, text: string): Promise<string> {
  const { rows } = await tx.execute<{ folded: string }>(sql`select folded(${text}) as folded`)
  return rows[0]?.folded ?? ''
}

const orderBy = (...by: [PgColumn, ...PgColumn[]]) => ({ by })
export const bySurname = orderBy(t.surnameFolded, t.firstFolded, t.accountId)
const byFirstName = orderBy(t.firstFolded, t.surnameFolded, t.accountId)

/** The first of the columns begins with so many parts, the other one with the next. */
const isNamed = ([one, other]: readonly [PgColumn, PgColumn], parts: readonly string[], taken: number) => {
  const next = parts[taken]
  return and(beginsWith(one, parts.slice(0, taken).join(' ')), next ? beginsWith(other, next) : undefined)
}

/** An identifier that the person may not read in a list finds nobody: its beginnings would tell it digit by digit. */
const neededPermission: Readonly<Record<Identifier['kind'], Permission>> = {
  userId: 'applicant:find',
  number: 'applicant:find',
  email: 'applicant:read',
  phone: 'applicant:read',
  rrr: 'payment:read',
}

/**
 * For lists of what applicants have, such as seats: of those with this application number, or with such a name.
 * @param id of the list's rows, of which an applicant may have several
 */
export async function searchByApplicant(
  tx: Tx,
  text: string,
  { exerciseId, id }: { exerciseId: number | null; id: PgColumn },
) {
  const identifier = recognizeIdentifier(text)
  if (identifier) return [{ condition: identifier.kind === 'number' ? eq(t.number, identifier.text) : sql`false` }]
  // Only who has an application has a seat, a result or an offer.
  const isOfExercise = and(eq(t.exerciseId, exerciseId ?? 0), isNotNull(t.number))
  const steps = await searchNames(tx, text, id)
  return steps.map((step) => ({ ...step, condition: and(isOfExercise, step.condition) }))
}

interface SearchReader {
  grants: readonly RoleGrant[]
  exerciseId: number | null
}

/** Those with such an identifier; of a name, those with such a surname and then the others with such a first name. */
export async function searchApplicants(tx: Tx, text: string, { grants, exerciseId }: SearchReader) {
  const identifier = recognizeIdentifier(text)
  if (identifier) {
    const { kind } = identifier
    const isReadable = getScopeCondition(listScopes(grants, neededPermission[kind]), exerciseId ?? 0)
    return [{ condition: and(identifierCondition[kind](identifier.text), isReadable) }]
  }
  return searchNames(tx, text)
}

/**
 * Those with such a surname, and then the others with such a first name, each in the order of an index: among a million
 * applicants a text that stands anywhere in a name would be looked for in each of them. Then the same with two words as the
 * surname or first name, and so on.
 */
async function searchNames(tx: Tx, text: string, ...id: PgColumn[]) {
  const parts = splitName(await foldText(tx, text))
  if (parts.length === 0) return [{ condition: undefined }]
  const steps = parts.flatMap((_, index) => [
    { isNamed: isNamed([t.surnameFolded, t.firstFolded], parts, index + 1), by: bySurname.by },
    { isNamed: isNamed([t.firstFolded, t.surnameFolded], parts, index + 1), by: byFirstName.by },
  ])
  return steps.map(({ isNamed, by }, index) => {
    const earlier = or(...steps.slice(0, index).map((step) => step.isNamed))
    return { condition: and(isNamed, earlier && sql`not (${earlier})`), order: orderBy(...by, ...id) }
  })
}
