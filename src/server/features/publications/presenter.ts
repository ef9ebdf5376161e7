import type { PublicationDetails, PublicationDifference, PublicationItem } from '#shared/api/staff/publications.ts'
import type { ExclusionReason } from '#shared/decisions/publications.ts'
import type { ListedPublication } from '#shared/lists/publications.ts'
import type { DifferenceRow, ItemRow } from './item-store.ts'
import type { EmailCounts, NamedPublication } from './store.ts'

const presentPerson = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })
const toIso = (moment: Date | null) => moment?.toISOString() ?? null

/** How many applications it publishes, or has published. */
const countItems = ({ summary }: Pick<NamedPublication['row'], 'summary'>): number =>
  summary.waiting + summary.done + sum(summary.skipped)

const sum = (counts: readonly { count: number }[]) => counts.reduce((total, { count }) => total + count, 0)

type ListedRow = Pick<
  NamedPublication['row'],
  | 'id'
  | 'kind'
  | 'title'
  | 'state'
  | 'version'
  | 'summary'
  | 'madeBy'
  | 'madeAt'
  | 'proposedBy'
  | 'approvedBy'
  | 'approvedAt'
  | 'publishAt'
  | 'publishedAt'
> &
  Pick<NamedPublication, 'year' | 'maker' | 'proposer' | 'approver'>

/** Field by field, so that a new column is not sent by accident. */
export const presentListed = (row: ListedRow): ListedPublication => ({
  id: row.id,
  exercise: row.year,
  kind: row.kind,
  title: row.title,
  state: row.state,
  version: row.version,
  items: countItems(row),
  madeBy: { id: row.madeBy, name: row.maker },
  madeAt: row.madeAt.toISOString(),
  proposedBy: presentPerson(row.proposedBy, row.proposer),
  approvedBy: presentPerson(row.approvedBy, row.approver),
  approvedAt: toIso(row.approvedAt),
  publishAt: toIso(row.publishAt),
  publishedAt: toIso(row.publishedAt),
})

interface DetailFacts {
  isSecondPerson: boolean
  emails: EmailCounts
  current: { digest: Buffer; count: number } | null
  differences: readonly DifferenceRow[]
}

export const presentDetails = (
  found: NamedPublication,
  { isSecondPerson, emails, current, differences }: DetailFacts,
): PublicationDetails => {
  const { row, returner } = found
  const { summary } = row
  const toCounts = (counts: { exclusionReason: string; count: number }[]) =>
    counts.map(({ exclusionReason, count }) => ({ exclusionReason: exclusionReason as ExclusionReason, count }))
  return {
    ...presentListed({ ...found, ...row }),
    isSecondPerson,
    counts: {
      items: countItems(row),
      waiting: summary.waiting,
      done: summary.done,
      skipped: sum(summary.skipped),
      excluded: sum(summary.excluded),
      emails: row.emails,
      emailsSent: emails.sent,
      emailsFailed: emails.failed,
      emailsWithdrawn: emails.withdrawn,
    },
    digest: row.digest?.toString('hex') ?? null,
    currentDigest: current?.digest.toString('hex') ?? null,
    currentCount: current?.count ?? null,
    differences: presentDifferences(differences),
    proposedAt: toIso(row.proposedAt),
    returnedBy: presentPerson(row.returnedBy, returner),
    returnedAt: toIso(row.returnedAt),
    returnReason: row.returnReason,
    emailNote: row.emailNote,
    byPost: summary.byPost.map(({ school, role, outcome, count }) => ({ school, role, outcome, count })),
    excluded: toCounts(summary.excluded),
    skipped: toCounts(summary.skipped),
  }
}

export const presentDifferences = (rows: readonly DifferenceRow[]) => ({
  count: rows[0]?.total ?? 0,
  rows: rows.map(presentDifference),
})

const presentDifference = ({ number, name, before, now, exclusionReason }: DifferenceRow) =>
  ({ number, name, before, now, exclusionReason }) satisfies PublicationDifference

export const presentItem = ({ content, ...row }: ItemRow): PublicationItem => ({
  number: row.number,
  name: row.name,
  userId: row.userId,
  school: row.school,
  role: row.role,
  state: row.state,
  exclusionReason: row.exclusionReason,
  publishes: content,
})
