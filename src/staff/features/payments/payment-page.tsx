// One RRR: what is known and since when, asking Remita now, its events, and the other RRRs of its account.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { QueryResult } from '#kit/query/query-result.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import type { Tone } from '#kit/ui/feedback/tone.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { Columns } from '#kit/ui/layout/columns.tsx'
import { FormError } from '#kit/ui/layout/form-stack.tsx'
import type { CheckedPayment, PaymentDetails } from '#shared/api/staff/payments.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { getDay } from '#shared/format/days.ts'
import { formatCounted, formatNaira, formatRrr } from '#shared/format/numbers.ts'
import { formatPaymentType } from '#shared/policy/payment-type.ts'
import {
  formatPaymentEvent,
  type PaymentCheckOutcome,
  paymentCheckOutcomes,
  paymentDifferences,
} from '#shared/staff/labels/payments.ts'
import { addQuery, getEntryPath, getReconciledDayPath, staffPaths } from '#shared/staff/paths.ts'
import { EntryHead } from '#staff/entities/entry-head/entry-head.tsx'
import { RowTable } from '#staff/entities/row-table/row-table.tsx'
import { useMayOpen } from '#staff/entities/session/page-access.ts'
import { PageLink } from '#staff/entities/session/page-link.tsx'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { ShortFacts } from '#staff/entities/short-facts/short-facts.tsx'
import { staffCall } from '#staff/http/staff-call.ts'
import styles from './payment-page.module.css'
import { PaymentStatus } from './payment-status.tsx'

export function Component() {
  const { rrr = '' } = useParams()
  const payment = useQuery({
    queryKey: ['payment', rrr],
    queryFn: async ({ signal }) => (await staffCall('staffPayment', { params: { rrr }, signal })).data,
  })
  return (
    <QueryResult
      query={payment}
      lines={['title', 'block', 'block']}
      loading="Loading the payment…"
      title={`RRR ${formatRrr(rrr)}`}
      missing="There is no such RRR, or not within your roles."
      back={<ButtonLink to={staffPaths.payments}>All payments</ButtonLink>}
    >
      {(details) => <Details details={details} />}
    </QueryResult>
  )
}

const Details = ({ details }: { details: PaymentDetails }) => (
  <>
    <EntryHead title={`RRR ${formatRrr(details.payment.rrr)}`}>
      <PaymentStatus state={details.payment.state} />
      <span>{details.name}</span>
      {details.payment.due !== null && <span>{formatNaira(details.payment.due)}</span>}
      <Link to={staffPaths.payments}>All payments</Link>
    </EntryHead>
    <Columns>
      <div>
        <Known details={details} />
        <Events events={details.events} />
      </div>
      <div>
        <Facts details={details} />
        <Others others={details.others} />
      </div>
    </Columns>
  </>
)

const tones: Partial<Record<PaymentCheckOutcome, Tone>> = { paid: 'success', unpaid: 'info', asked_before: 'info' }

/** What Remita has said, since when, and asking it again. */
function Known({ details: { payment, mayCheck } }: { details: PaymentDetails }) {
  const { rrr, checkedAt, nextCheckAt, checks } = payment
  const client = useQueryClient()
  const [checked, setChecked] = useState<CheckedPayment | null>(null)
  const { run, isPending, error } = useStaffAction(
    async () => {
      setChecked(null)
      const { data } = await staffCall('checkPayment', { params: { rrr }, body: {} })
      const { outcome: _outcome, status: _status, askedAt: _askedAt, ...newest } = data
      client.setQueryData(['payment', rrr], newest)
      setChecked(data)
    },
    { invalidates: [['payments'], ['counts'], ['applicant'], ['case'], ['cases'], ['reconciliation']] },
  )
  return (
    <Card title="What Remita has said">
      <div className={styles.known}>
        <p>
          {checkedAt ? `Remita last answered on ${formatDateTime(checkedAt)}` : 'Remita has not answered yet'}
          {checks > 0 && `, asked ${formatCounted(checks, 'time')} in all`}.{' '}
          {nextCheckAt ? `It is asked again by itself on ${formatDateTime(nextCheckAt)}.` : ''}
        </p>
        {checked && (
          <Banner
            tone={tones[checked.outcome] ?? 'warning'}
            role="status"
            title={paymentCheckOutcomes[checked.outcome]}
          >
            <p>Asked on {formatDateTime(checked.askedAt)}.</p>
          </Banner>
        )}
        {mayCheck && (
          <>
            <FormError>{error}</FormError>
            <Actions>
              <Button busy={isPending} onClick={() => void run()}>
                Ask Remita now
              </Button>
            </Actions>
            <p className={styles.note}>
              Only Remita’s own answer makes an RRR paid. Asking again changes nothing else.
            </p>
          </>
        )}
      </div>
    </Card>
  )
}

/** Those who may see the status only have no amounts. */
function Facts({ details: { payment, userId, mayCheck } }: { details: PaymentDetails }) {
  const amounts = [
    ['Due', payment.due !== null && formatNaira(payment.due)],
    ['Received', payment.paid === null ? 'Nothing' : formatNaira(payment.paid)],
    ['Channel', payment.channel && formatPaymentType(payment.channel)],
    ...(payment.differs ? [['Differs', paymentDifferences[payment.differs]] as const] : []),
  ] as const
  const cases = addQuery(staffPaths.cases, { q: payment.rrr })
  const mayOpenCases = useMayOpen()(cases)
  return (
    <Card title="Facts">
      <ShortFacts
        facts={[
          [
            'User ID',
            <PageLink key="owner" to={getEntryPath(staffPaths.applicants, userId)}>
              {userId}
            </PageLink>,
          ],
          ...(mayCheck ? amounts : []),
          [
            'Paid',
            payment.paidAt && (
              <PageLink key="day" to={getReconciledDayPath(getDay(new Date(payment.paidAt)) ?? '')}>
                {formatDateTime(payment.paidAt)}
                {payment.isLate && ', after the deadline'}
              </PageLink>
            ),
          ],
          ['Requested', formatDateTime(payment.requestedAt)],
          ['Issued', payment.issuedAt && formatDateTime(payment.issuedAt)],
          ['Order', payment.order],
          ...(mayOpenCases
            ? [
                [
                  'Money cases',
                  <Link key="cases" to={cases}>
                    Cases of this RRR
                  </Link>,
                ] as const,
              ]
            : []),
        ]}
      />
    </Card>
  )
}

const Events = ({ events }: Pick<PaymentDetails, 'events'>) => (
  <Card title="Events">
    {events.length === 0 ? (
      <p>Nothing has been recorded about it.</p>
    ) : (
      <ol className={styles.events}>
        {events.map((event, n) => {
          const before = events[n - 1]
          const at = formatDateTime(event.at)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: events are only added at the end
            <li key={n}>
              {/* Many come in one minute. */}
              {(!before || formatDateTime(before.at) !== at) && <time dateTime={event.at}>{at}</time>}
              <span>{formatPaymentEvent(event)}</span>
            </li>
          )
        })}
      </ol>
    )}
  </Card>
)

const Others = ({ others }: Pick<PaymentDetails, 'others'>) =>
  others.length > 0 && (
    <Card title="Other RRRs of this account">
      <RowTable
        caption="Other RRRs of this account"
        headings={['RRR', 'State', 'Received']}
        phone={{ end: 'State', named: ['Received'] }}
        numeric={['Received']}
        rows={others.map(({ id, rrr, state, paid }) => ({
          key: id,
          cells: [
            rrr ? (
              <Link key={id} to={getEntryPath(staffPaths.payments, rrr)}>
                {formatRrr(rrr)}
              </Link>
            ) : (
              'Not issued'
            ),
            <PaymentStatus key="state" state={state} />,
            paid !== null && formatNaira(paid),
          ],
        }))}
      />
    </Card>
  )
