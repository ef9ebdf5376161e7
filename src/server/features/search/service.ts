// Search from everywhere: whom and what a person of the staff may see, by a number or a name.
import type { Database } from '#server/database/connection.ts'
import { recognizeIdentifier } from '#server/domain/applicant-search.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import type { Found } from '#shared/api/staff/search.ts'
import { hasPermission, hasPermissionIn } from '#shared/roles/permissions.ts'
import { type FoundApplicant, findApplicants, findYearOfAccount } from './store.ts'

/** One more is looked for, to know whether there are more. */
const maxFound = 8

interface SearchDependencies {
  staffDatabase: Pick<Database, 'db'>
  findComplaint(
    number: string,
    actor: StaffPrincipal,
  ): Promise<{ number: string; sender: string; accountId: string | null } | null>
}

export type SearchService = ReturnType<typeof createSearchService>

export function createSearchService({ staffDatabase: { db }, findComplaint }: SearchDependencies) {
  async function searchComplaint(number: string, actor: StaffPrincipal): Promise<Found[]> {
    const complaint = await findComplaint(number, actor)
    if (!complaint) return []
    const year = complaint.accountId === null ? null : await findYearOfAccount(db, complaint.accountId)
    return [{ kind: 'complaint', key: number, name: complaint.sender, post: null, year, opens: true }]
  }

  return async (
    { q: text, exercise: year }: { q: string; exercise?: number | undefined },
    actor: StaffPrincipal,
  ): Promise<{ found: Found[]; more: boolean }> => {
    const complaint = recognizeComplaint(text)
    if (complaint) return { found: await searchComplaint(complaint, actor), more: false }
    if (!hasPermission(actor.grants, 'applicant:find')) return { found: [], more: false }
    const rows = await findApplicants(db, { text, year, limit: maxFound + 1 }, actor)
    const identifier = recognizeIdentifier(text)
    const present =
      identifier?.kind === 'number'
        ? presentApplication
        : identifier?.kind === 'rrr'
          ? (row: FoundApplicant) => presentPayment(row, identifier.text)
          : presentApplicant
    return { found: rows.slice(0, maxFound).map((row) => present(row, actor)), more: rows.length > maxFound }
  }
}

/** As it is stored, such as C-2026-00012; null for anything else. */
function recognizeComplaint(typed: string): string | null {
  const [, year, serial] = /^C(\d{4})(\d{5,})$/i.exec(typed.replace(/[\s-]/g, '')) ?? []
  return year ? `C-${year}-${serial}` : null
}

function presentApplicant(row: FoundApplicant, { grants }: Pick<StaffPrincipal, 'grants'>): Found {
  const opens = hasPermissionIn(grants, 'applicant:read', row)
  return { kind: 'applicant', key: row.userId, name: row.name, post: row.role, year: row.year, opens }
}

/** Only those who read payments find somebody by an RRR. */
const presentPayment = ({ name, role, year }: FoundApplicant, rrr: string): Found => ({
  kind: 'rrr',
  key: rrr,
  name,
  post: role,
  year,
  opens: true,
})

/** Who does not read applications finds the applicant. */
function presentApplication(row: FoundApplicant, actor: StaffPrincipal): Found {
  if (row.number === null || !hasPermissionIn(actor.grants, 'application:read', row))
    return presentApplicant(row, actor)
  return { kind: 'application', key: row.number, name: row.name, post: row.role, year: row.year, opens: true }
}
