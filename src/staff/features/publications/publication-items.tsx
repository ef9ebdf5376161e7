// The applications of a publication, and the email to each applicant.

import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { QueryResult } from '#kit/query/query-result.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { VisuallyHidden } from '#kit/ui/layout/visually-hidden.tsx'
import type { PublicationDetails, PublicationItem } from '#shared/api/staff/publications.ts'
import { maxTypedNumber } from '#shared/api/staff/requests.ts'
import { exclusionReasons } from '#shared/decisions/publications.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { RowTable } from '#staff/entities/row-table/row-table.tsx'
import { PageLink } from '#staff/entities/session/page-link.tsx'
import { staffCall } from '#staff/http/staff-call.ts'
import { EmailPreview } from './email-preview.tsx'
import styles from './publication-page.module.css'
import { PublishedText } from './publication-state.tsx'

const stateLabels = { waiting: 'To be published', done: 'Published', skipped: 'Skipped', excluded: 'Left out' } as const

const pageSize = 25

interface Search {
  state: keyof typeof stateLabels | undefined
  q: string
  /** The numbers after which the pages begin, up to the open one. */
  pages: readonly string[]
}

export function PublicationItems({
  publication: { id, version, state: publicationState },
}: {
  publication: PublicationDetails
}) {
  const [search, setSearch] = useState<Search>({ state: undefined, q: '', pages: [] })
  const [previewed, setPreviewed] = useState<string | null>(null)
  const { state, q, pages } = search
  const after = pages.at(-1)
  const items = useQuery({
    queryKey: ['publication', id, 'items', version, publicationState, search],
    queryFn: async ({ signal }) =>
      (
        await staffCall('publicationItems', {
          params: { id },
          query: { state, q, after, limit: pageSize },
          signal,
        })
      ).data,
    // The rows stay while others load.
    placeholderData: (rows) => rows,
  })
  const next = items.data?.next
  return (
    <Card title="Applications">
      <ItemSearch onSearch={(found) => setSearch({ ...found, pages: [] })} />
      <QueryResult
        query={items}
        lines={['line', 'line', 'line']}
        loading="Loading the applications…"
        failed="The applications could not be loaded"
      >
        {({ rows }) => (
          <div className={styles.items}>
            <ItemTable rows={rows} onPreview={setPreviewed} />
          </div>
        )}
      </QueryResult>
      <Actions>
        {pages.length > 0 && (
          <Button variant="secondary" onClick={() => setSearch({ ...search, pages: pages.slice(0, -1) })}>
            Previous
          </Button>
        )}
        {next && (
          // Until the next page is there its own next one is not known.
          <Button
            variant="secondary"
            busy={items.isPlaceholderData}
            onClick={() => setSearch({ ...search, pages: [...pages, next] })}
          >
            Next
          </Button>
        )}
      </Actions>
      {previewed && <EmailPreview id={id} number={previewed} onClose={() => setPreviewed(null)} />}
    </Card>
  )
}

const ItemSearch = ({ onSearch }: { onSearch: (search: Pick<Search, 'state' | 'q'>) => void }) => (
  <form
    className={styles.search}
    aria-label="Find an application of this publication"
    onSubmit={(event) => {
      event.preventDefault()
      const form = new FormData(event.currentTarget)
      onSearch({
        q: String(form.get('q')).trim(),
        state: (form.get('state') || undefined) as Search['state'],
      })
    }}
  >
    <TextInput label="Application number" name="q" type="search" maxLength={maxTypedNumber} />
    <Select label="State" name="state" options={stateLabels} placeholder="All" />
    <Button type="submit" variant="secondary">
      Find
    </Button>
  </form>
)

interface TableProps {
  rows: readonly PublicationItem[]
  onPreview: (number: string) => void
}

const ItemTable = ({ rows, onPreview }: TableProps) =>
  rows.length === 0 ? (
    <p role="status">No application of this publication fits this search.</p>
  ) : (
    <RowTable
      caption="Applications of this publication"
      headings={['Application', 'Post', 'State', 'Applicant reads', 'Email']}
      phone={{ end: 'Email', last: 'State' }}
      rows={rows.map((row) => ({
        key: row.number,
        cells: [
          <Fragment key="applicant">
            <span className={styles.number}>
              <PageLink to={getEntryPath(staffPaths.applications, row.number)}>{row.number}</PageLink>
            </span>
            <br />
            {row.name}
          </Fragment>,
          `${row.role}, ${row.school}`,
          row.exclusionReason
            ? `${stateLabels[row.state]}: ${exclusionReasons[row.exclusionReason]}`
            : stateLabels[row.state],
          row.publishes && <PublishedText key="outcome" publishes={row.publishes} />,
          row.publishes && (
            <Button key="email" variant="quiet" onClick={() => onPreview(row.number)}>
              Read<VisuallyHidden> the email of {row.number}</VisuallyHidden>
            </Button>
          ),
        ],
      }))}
    />
  )
