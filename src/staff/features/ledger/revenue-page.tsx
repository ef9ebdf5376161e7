// What Remita has received, by day and channel, as bars and as tables.
import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { QueryResult } from '#kit/query/query-result.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FactList } from '#kit/ui/layout/fact-list.tsx'
import { PageHead } from '#kit/ui/layout/page-head.tsx'
import { Stack } from '#kit/ui/layout/stack.tsx'
import type { Revenue } from '#shared/api/staff/ledger.ts'
import { formatDate, formatDateTime } from '#shared/format/dates.ts'
import { formatCount, formatNaira } from '#shared/format/numbers.ts'
import { staffPaths } from '#shared/staff/paths.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { RowTable } from '#staff/entities/row-table/row-table.tsx'
import { staffCall } from '#staff/http/staff-call.ts'
import { useListAddress } from '#staff/list/list-address.ts'
import { formatChannel } from './format-channel.ts'
import styles from './revenue-page.module.css'
import { type RevenueDay, sumRevenue } from './revenue-sums.ts'

export function Component() {
  const { exercise } = useChosenExercise()
  const { query: address, change } = useListAddress()
  return (
    <>
      <PageHead
        title="Revenue"
        intro={exercise && `${exercise.title} ${exercise.year}`}
        actions={
          <>
            <Button variant="secondary" onClick={() => window.print()}>
              Print
            </Button>
            <ButtonLink variant="secondary" to={staffPaths.ledger}>
              Ledger
            </ButtonLink>
          </>
        }
      />
      <form
        key={JSON.stringify(address)}
        className={styles.span}
        aria-label="Days"
        onSubmit={(event) => {
          event.preventDefault()
          const form = new FormData(event.currentTarget)
          change({ from: String(form.get('from')), to: String(form.get('to')) })
        }}
      >
        <TextInput label="From" name="from" type="date" defaultValue={address.from} />
        <TextInput label="To" name="to" type="date" defaultValue={address.to} />
        <Button type="submit" variant="secondary">
          Show these days
        </Button>
      </form>
      <Received key={exercise?.year} query={{ exercise: exercise?.year, from: address.from, to: address.to }} />
    </>
  )
}

/** The sums of other days stay while these are added up. */
function Received({
  query,
}: {
  query: { exercise: number | undefined; from: string | undefined; to: string | undefined }
}) {
  const revenue = useQuery({
    queryKey: ['revenue', query],
    queryFn: async ({ signal }) => (await staffCall('revenue', { query, signal })).data,
    placeholderData: (earlier) => earlier,
  })
  return (
    <QueryResult query={revenue} lines={['block', 'block']} loading="Adding up…" failed="The revenue could not be read">
      {(data) => <Sums revenue={data} />}
    </QueryResult>
  )
}

function Sums({ revenue }: { revenue: Revenue }) {
  const { refunded, asOf } = revenue
  const paidBack = ['Paid back', formatNaira(refunded)] as const
  const sums = sumRevenue(revenue)
  const first = sums.days[0]
  const last = sums.days.at(-1)
  if (!first || !last)
    return (
      <Card title="Received">
        <Stack>
          <p>Remita has received nothing in these days.</p>
          {/* Refunds follow long after the last payment. */}
          {refunded > 0 && <FactList facts={[paidBack]} />}
        </Stack>
      </Card>
    )
  const highestChannel = sums.channels[0]?.received ?? 1
  return (
    <>
      <Card title="Sums">
        <FactList
          facts={[
            ['Received', formatNaira(sums.received)],
            ['RRRs paid into', formatCount(sums.payments)],
            paidBack,
            ['Days', first === last ? formatDate(first.day) : `${formatDate(first.day)} to ${formatDate(last.day)}`],
            ['As of', formatDateTime(asOf)],
          ]}
        />
      </Card>
      <Card title="By channel">
        <RowTable
          caption="Received by channel"
          headings={['Channel', 'RRRs', 'Received']}
          numeric={['RRRs']}
          phone={{ end: 'Received', named: ['RRRs'] }}
          rows={sums.channels.map(({ channel, payments, received }) => ({
            key: channel,
            cells: [
              formatChannel(channel),
              formatCount(payments),
              <span key="received" className={styles.sum}>
                {formatNaira(received)}
                <span className={styles.share} style={{ '--share': received / highestChannel } as CSSProperties} />
              </span>,
            ],
          }))}
        />
      </Card>
      <Card title="By day">
        <Chart days={sums.days} />
        <DayTable days={sums.days} channels={sums.channels} />
      </Card>
    </>
  )
}

interface DayTableProps {
  days: readonly RevenueDay[]
  channels: readonly { channel: string }[]
}

/** A row for each day with money; on a phone its second line has the channels that received some. */
function DayTable({ days, channels }: DayTableProps) {
  const names = channels.map(({ channel }) => formatChannel(channel))
  return (
    <RowTable
      caption="Received by day"
      headings={['Day', 'Total', ...names, 'RRRs']}
      numeric={['Total', ...names, 'RRRs']}
      phone={{ end: 'Total', named: [...names, 'RRRs'] }}
      rows={days
        .filter(({ received }) => received > 0)
        .map(({ day, received, byChannel, payments }) => ({
          key: day,
          cells: [
            formatDate(day),
            formatNaira(received),
            ...byChannel.map((sum) => sum > 0 && formatNaira(sum)),
            formatCount(payments),
          ],
        }))}
    />
  )
}

/** A bar for each day; the table beneath says the same in numbers. */
function Chart({ days }: { days: readonly RevenueDay[] }) {
  const highest = Math.max(...days.map(({ received }) => received))
  const [first, last] = [days[0], days.at(-1)]
  return (
    <div className={styles.chart} aria-hidden="true">
      <span className={styles.highest}>{formatNaira(highest)}</span>
      <div className={styles.bars}>
        {days.map(({ day, received }) => (
          <span
            key={day}
            className={styles.bar}
            style={{ '--share': received / highest } as CSSProperties}
            title={`${formatDate(day)}: ${formatNaira(received)}`}
          />
        ))}
      </div>
      <div className={styles.ends}>
        <span>{first && formatDate(first.day)}</span>
        <span>{last && last !== first && formatDate(last.day)}</span>
      </div>
    </div>
  )
}
