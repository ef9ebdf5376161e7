// What a publication holds: counts by post, what is left out, and what was decided anew.

import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { PlainTable } from '#kit/ui/layout/plain-table.tsx'
import { Stack } from '#kit/ui/layout/stack.tsx'
import type { PublicationDetails } from '#shared/api/staff/publications.ts'
import { publishedFinalOutcomes } from '#shared/decisions/offers.ts'
import { exclusionReasons } from '#shared/decisions/publications.ts'
import { formatCount, formatCounted } from '#shared/format/numbers.ts'
import { publishedOutcomes } from '#shared/policy/published-outcomes.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { RowTable } from '#staff/entities/row-table/row-table.tsx'
import { PageLink } from '#staff/entities/session/page-link.tsx'
import { PublishedText } from './publication-state.tsx'

interface Props {
  publication: PublicationDetails
}

const outcomeLabels = { ...publishedOutcomes, ...publishedFinalOutcomes }

export function ByPost({ publication: { byPost } }: Props) {
  // Seats have none.
  const outcomes = new Set(byPost.map(({ outcome }) => outcome).filter((outcome) => outcome !== null))
  const hasOutcomes = outcomes.size > 1
  return (
    <Card title="By post">
      {outcomes.size === 1 && (
        <p>{`All will read: ${[...outcomes].map((outcome) => outcomeLabels[outcome]).join()}`}</p>
      )}
      <RowTable
        caption="Applications by post"
        headings={['Post', ...(hasOutcomes ? ['Applicants will read'] : []), 'Applications']}
        numeric={['Applications']}
        phone={{ end: 'Applications' }}
        rows={byPost.map(({ school, role, outcome, count }) => ({
          key: `${school} ${role} ${outcome}`,
          cells: [
            `${role}, ${school}`,
            ...(hasOutcomes ? [outcome && outcomeLabels[outcome]] : []),
            formatCount(count),
          ],
        }))}
      />
    </Card>
  )
}

export function LeftOut({ publication: { excluded, skipped } }: Props) {
  const rows = [...skipped, ...excluded]
  if (rows.length === 0) return null
  return (
    <Card title="Not published">
      <PlainTable
        caption="Applications that are not published"
        headings={['Why', 'Applications']}
        numeric={['Applications']}
        rows={rows.map(({ exclusionReason, count }) => ({
          key: exclusionReason,
          cells: [exclusionReasons[exclusionReason], formatCount(count)],
        }))}
      />
    </Card>
  )
}

/** What a case of this publication is called that is not as it was. */
const describeChanged = (kind: PublicationDetails['kind']): string => {
  if (kind === 'seats') return 'Seated anew'
  return kind === 'cbt' || kind === 'interview' ? 'Scored anew' : 'Decided anew'
}

const getDifferencesTitle = ({ kind, state }: PublicationDetails) => {
  const changed = describeChanged(kind)
  if (state === 'approved') return `${changed} since the approval`
  return state === 'draft' ? `${changed} since the draft was made` : `${changed} since the proposal`
}

export function Differences({ publication }: Props) {
  const { kind, state, differences, counts } = publication
  const { count, rows } = differences
  if (count === 0) return null
  const isApproved = state === 'approved'
  return (
    <Card title={getDifferencesTitle(publication)}>
      <Stack>
        <Banner tone="warning" role="status">
          {isApproved
            ? `${describeChanged(kind)} after the approval, so skipped: ${formatCounted(count, 'application')}.`
            : `${formatCounted(count, 'application')} of ${formatCount(counts.items)}. Compare them before you go on.`}
        </Banner>
        {rows.length < count && <p>The first {formatCount(rows.length)} that you may see:</p>}
        {rows.length > 0 && (
          <RowTable
            caption={`Applications that were ${describeChanged(kind).toLowerCase()}`}
            headings={['Application', 'Name', 'Before', 'Now']}
            phone={{ end: 'Name', named: ['Before', 'Now'] }}
            rows={rows.map(({ number, name, before, now, exclusionReason }) => ({
              key: number,
              cells: [
                <PageLink key="number" to={getEntryPath(staffPaths.applications, number)}>
                  {number}
                </PageLink>,
                name,
                <PublishedText key="before" publishes={before} />,
                now ? (
                  <PublishedText key="now" publishes={now} />
                ) : (
                  `Left out: ${exclusionReason ? exclusionReasons[exclusionReason] : 'not published'}`
                ),
              ],
            }))}
          />
        )}
      </Stack>
    </Card>
  )
}
