import { and, desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { searchApplicants } from '#server/domain/applicant-search.ts'
import { areApplicantsWithin, hasSeat, type ScopedPerson } from '#server/domain/scope.ts'
import { listGrantsIn, listScopes } from '#shared/roles/permissions.ts'

const t = applicantIndex

export interface FoundApplicant extends Record<string, unknown> {
  exerciseId: number
  year: number
  userId: string
  number: string | null
  name: string
  role: string
  school: string
  department: string | null
  isSeated: boolean
}

interface ApplicantSearch {
  text: string
  /** The exercise whose applicants come first. */
  year: number | undefined
  limit: number
}

/**
 * Whom the person may find, of every exercise. A statement has a part for each exercise and order, since each part is read
 * by an index and ends at the limit.
 */
export async function findApplicants(
  tx: Tx,
  { text, year, limit }: ApplicantSearch,
  { staffId, grants }: ScopedPerson,
) {
  const scopes = listScopes(grants, 'applicant:find')
  const all = await tx
    .select({ id: exercises.id, year: exercises.year })
    .from(exercises)
    .orderBy(
      ...(year === undefined ? [] : [desc(eq(exercises.year, year))]),
      desc(exercises.isCurrent),
      desc(exercises.year),
    )
  const parts = []
  for (const exercise of all.filter(({ id }) => listScopes(listGrantsIn(grants, id), 'applicant:find').length > 0)) {
    const within = areApplicantsWithin({ exerciseId: exercise.id, scopes, staffId })
    for (const step of await searchApplicants(tx, text, { grants, exerciseId: exercise.id })) {
      const order = 'order' in step ? sql`order by ${sql.join([...step.order.by], sql`, `)}` : sql``
      parts.push(sql`(select ${parts.length}::int as part, ${exercise.id}::int as "exerciseId", ${exercise.year}::int as year,
        ${t.userId} as "userId", ${t.number}, ${t.name}, ${t.role}, ${t.school}, ${t.department},
        ${hasSeat(t.accountId)} as "isSeated"
        from ${t} where ${and(within, step.condition)} ${order} limit ${limit})`)
    }
  }
  if (parts.length === 0) return []
  const { rows } = await tx.execute<FoundApplicant & { part: number }>(
    sql`select * from (${sql.join(parts, sql` union all `)}) as found limit ${limit}`,
  )
  return rows.sort((a, b) => a.part - b.part)
}

/** The year of the account's exercise. */
export async function findYearOfAccount(tx: Tx, accountId: string): Promise<number | null> {
  const [row] = await tx
    .select({ year: exercises.year })
    .from(accounts)
    .innerJoin(exercises, eq(exercises.id, accounts.exerciseId))
    .where(eq(accounts.id, accountId))
  return row?.year ?? null
}
