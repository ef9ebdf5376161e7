// One money case: what is known of it and from whom, and the steps that are possible now.
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { QueryResult } from '#kit/query/query-result.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import type { MoneyCaseDetails } from '#shared/api/staff/money-cases.ts'
import { formatDate, formatDateTime } from '#shared/format/dates.ts'
import { getLabel } from '#shared/format/labels.ts'
import { formatNaira, formatRrr } from '#shared/format/numbers.ts'
import { formatPaymentType } from '#shared/policy/payment-type.ts'
import { paymentStateLabels } from '#shared/staff/labels/payments.ts'
import {
  type MoneyCaseEvent,
  moneyCaseKinds,
  moneyCaseMeanings,
  moneyCaseStepLabels,
  moneyCaseSystemEvents,
  remitaAnswers,
  settledReasons,
} from '#shared/staff/money-cases.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { EntryHead } from '#staff/entities/entry-head/entry-head.tsx'
import { RowTable } from '#staff/entities/row-table/row-table.tsx'
import { PageLink } from '#staff/entities/session/page-link.tsx'
import { ShortFacts } from '#staff/entities/short-facts/short-facts.tsx'
import { staffCall } from '#staff/http/staff-call.ts'
import { ShortMoment } from '#staff/list/short-moment.tsx'
import { CaseActions } from './case-actions.tsx'
import styles from './case-page.module.css'
import { MoneyCaseStatus } from './case-state.tsx'
import { getCaseKey } from './use-case-action.ts'

const pollMs = 3_000

export function Component() {
  const { id = '' } = useParams()
  const found = useQuery({
    queryKey: getCaseKey(id),
    queryFn: async ({ signal }) => (await staffCall('moneyCase', { params: { id }, signal })).data,
    // Remita's answer comes by itself.
    refetchInterval: ({ state }) => (state.data?.isWaiting ? pollMs : false),
  })
  return (
    <QueryResult
      query={found}
      lines={['title', 'block', 'block']}
      loading="Loading the case…"
      title="Money case"
      missing="There is no such case, or not within your roles."
      back={<ButtonLink to={staffPaths.cases}>All money cases</ButtonLink>}
    >
      {(details) => (
        <>
          <EntryHead title={`${getLabel(moneyCaseKinds, details.kind)}: ${formatRrr(details.rrr)}`}>
            <MoneyCaseStatus state={details.state} />
            <span>{moneyCaseMeanings[details.kind]}</span>
            <Link to={staffPaths.cases}>All money cases</Link>
          </EntryHead>
          <CaseActions details={details} />
          <div className={styles.columns}>
            <CaseFacts details={details} />
            <Payment details={details} />
            <SettlementLine line={details.line} />
          </div>
          <History events={details.events} />
          <OtherCases others={details.others} />
        </>
      )}
    </QueryResult>
  )
}

interface Props {
  details: MoneyCaseDetails
}

const describePerson = ({ name, at }: NonNullable<MoneyCaseDetails['proposed']>) => `${name}, ${formatDateTime(at)}`

function CaseFacts({ details }: Props) {
  const { userId, amount, refund, proposed, approved, refundedOn, reference, openedAt, year } = details
  return (
    <Card title="The case">
      <ShortFacts
        facts={[
          [
            'Applicant',
            userId ? (
              <PageLink key="applicant" to={getEntryPath(staffPaths.applicants, userId)}>
                {userId}
              </PageLink>
            ) : (
              'Unknown: no applicant here has this RRR'
            ),
          ],
          ['Exercise', String(year)],
          ['At stake', formatNaira(amount)],
          ['Opened', formatDateTime(openedAt)],
          ...(refund === null ? [] : [['Refund', formatNaira(refund)] as const]),
          ...(proposed ? [['Proposed by', describePerson(proposed)] as const] : []),
          ...(approved ? [['Approved by', describePerson(approved)] as const] : []),
          ...(refundedOn ? [['Paid out', formatDate(refundedOn)] as const] : []),
          ...(reference ? [['Reference', reference] as const] : []),
        ]}
      />
    </Card>
  )
}

const Payment = ({ details: { rrr, payment, remita, isWaiting } }: Props) => (
  <Card title="The payment now">
    {payment === null ? (
      <p>This portal has not issued this RRR, so Remita cannot be asked about it from here.</p>
    ) : (
      <ShortFacts
        facts={[
          ['State', getLabel(paymentStateLabels, payment.state)],
          [
            'RRR',
            <PageLink key="rrr" to={getEntryPath(staffPaths.payments, rrr)}>
              {formatRrr(rrr)}
            </PageLink>,
          ],
          ['Due', formatNaira(payment.due)],
          ['Received', payment.paid === null ? 'Nothing that Remita has told' : formatNaira(payment.paid)],
          ...(payment.paidAt ? [['Paid at', formatDateTime(payment.paidAt)] as const] : []),
          ...(payment.channel ? [['Channel', formatPaymentType(payment.channel)] as const] : []),
          ['Remita was asked last', remita ? formatDateTime(remita.at) : 'Never'],
          ['Remita said', describeAnswer(remita)],
          ...(isWaiting ? [['Asked now', 'Remita is being asked. Its answer appears here.'] as const] : []),
          ...(payment.nextCheckAt ? [['Asked again by itself', formatDateTime(payment.nextCheckAt)] as const] : []),
        ]}
      />
    )}
  </Card>
)

const describeAnswer = (remita: MoneyCaseDetails['remita']): string =>
  remita
    ? `${remitaAnswers[remita.answer]}${remita.amount === null ? '' : `: ${formatNaira(remita.amount)}`}`
    : 'Nothing yet'

const SettlementLine = ({ line }: { line: MoneyCaseDetails['line'] }) =>
  line && (
    <Card title="In the settlement">
      <ShortFacts
        facts={[
          [
            'Line of the file',
            <PageLink key="line" to={getEntryPath(staffPaths.settlements, line.settlement)}>
              {line.line}
            </PageLink>,
          ],
          ['Amount', formatNaira(line.amount)],
          ...(line.charge === null ? [] : [['Charge', formatNaira(line.charge)] as const]),
          ['Paid on', formatDate(line.paidOn)],
          ...(line.settledOn ? [['Settled on', formatDate(line.settledOn)] as const] : []),
          ...(line.channel ? [['Channel', formatPaymentType(line.channel)] as const] : []),
          ['Imported', formatDateTime(line.importedAt)],
        ]}
      />
    </Card>
  )

type CaseEvent = MoneyCaseDetails['events'][number]
const eventLabels: Readonly<Record<MoneyCaseEvent, string>> = { ...moneyCaseStepLabels, ...moneyCaseSystemEvents }

function describeEvent({ kind, amount, reason }: CaseEvent): string {
  const what = getLabel(eventLabels, kind)
  if (reason) return `${what}: ${getLabel(settledReasons, reason)}`
  return amount === null ? what : `${what}: ${formatNaira(amount)}`
}

const History = ({ events }: { events: readonly CaseEvent[] }) => (
  <Card title="History">
    <RowTable
      caption="History"
      headings={['When', 'What', 'Who', 'Note']}
      phone={{ title: 'What', end: 'When' }}
      rows={events.map((event) => ({
        key: String(event.id),
        cells: [<ShortMoment key="at" moment={event.at} />, describeEvent(event), event.by ?? 'The portal', event.note],
      }))}
    />
  </Card>
)

const OtherCases = ({ others }: { others: MoneyCaseDetails['others'] }) =>
  others.length > 0 && (
    <Card title="Other cases of this RRR or applicant">
      <RowTable
        caption="Other cases"
        headings={['Kind', 'RRR', 'Amount', 'State']}
        phone={{ last: 'State', end: 'Amount' }}
        numeric={['Amount']}
        rows={others.map(({ id, kind, rrr, state, amount }) => ({
          key: id,
          cells: [
            <PageLink key="kind" to={getEntryPath(staffPaths.cases, id)}>
              {getLabel(moneyCaseKinds, kind)}
            </PageLink>,
            formatRrr(rrr),
            formatNaira(amount),
            <MoneyCaseStatus key="state" state={state} />,
          ],
        }))}
      />
    </Card>
  )
