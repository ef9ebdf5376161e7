// Corrections and moves of an account that wait for a second person. There are few, and an index has them alone.
import { type SQL, sql } from 'drizzle-orm'
import { listNames } from '#shared/format/labels.ts'
import { splitFilter } from '#shared/lists/filter-values.ts'
import { movableFactLabels } from '#shared/policy/correctable-facts.ts'
import { applicantIndex } from '../database/schema/applicant-index.ts'
import { accountCorrections } from '../database/schema/emails-and-corrections.ts'

const t = accountCorrections

const isMove = sql`${t.column} = any(${sql.param(listNames(movableFactLabels))}::text[])`

/** On the applicant index: the person can approve it, as somebody else has proposed it. @param value of the list's filter */
export function hasProposalOfOthers(value: string, { staffId }: { staffId: string }): SQL {
  const kinds = splitFilter(value)
  return sql`${applicantIndex.accountId} = any(array(select ${t.accountId} from ${t} where ${t.state} = 'proposed'
    and ${t.madeBy} <> ${staffId}::uuid and case when ${isMove} then ${kinds.includes('move')}::boolean
      else ${kinds.includes('correction')}::boolean end))`
}

/** On the applicant index. */
export const hasProposal: SQL = sql`${applicantIndex.accountId} = any(array(
  select ${t.accountId} from ${t} where ${t.state} = 'proposed'))`

/** On the applicant index: since when the oldest waits, null for none. As a text, by which pages of a list are ordered. */
export const proposedSince = sql<
  string | null
>`(select to_char(min(${t.madeAt}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
  from ${t} where ${t.accountId} = ${applicantIndex.accountId} and ${t.state} = 'proposed')`
