// One applicant: who it is, what the applicant sees now, what happened, and what staff can do.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { QueryResult } from '#kit/query/query-result.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Status } from '#kit/ui/feedback/status.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import type { ApplicantDetails } from '#shared/api/staff/applicants.ts'
import { applicantLabels } from '#shared/application/applicant.ts'
import { formatDate, formatDateTime } from '#shared/format/dates.ts'
import { formatShortDay } from '#shared/format/days.ts'
import { getLabel } from '#shared/format/labels.ts'
import { formatNaira, formatRrr } from '#shared/format/numbers.ts'
import { applicantList } from '#shared/lists/applicants.ts'
import { staffErrors } from '#shared/messages/staff-errors.ts'
import { formatPaymentType } from '#shared/policy/payment-type.ts'
import { stateOptions } from '#shared/reference-data/states.ts'
import { auditActionLabels, auditActorLabels } from '#shared/staff/labels/audit-actions.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { WithdrawalMessage } from '#staff/entities/application/withdrawal-message.tsx'
import { EntryHead } from '#staff/entities/entry-head/entry-head.tsx'
import { useIsArchived } from '#staff/entities/exercise/use-may-change.ts'
import { RowTable } from '#staff/entities/row-table/row-table.tsx'
import { PageLink } from '#staff/entities/session/page-link.tsx'
import { useMay } from '#staff/entities/session/staff-session.ts'
import { ShortFacts } from '#staff/entities/short-facts/short-facts.tsx'
import { staffCall } from '#staff/http/staff-call.ts'
import { ShortMoment } from '#staff/list/short-moment.tsx'
import { ApplicantActions } from './applicant-actions.tsx'
import { Complaints, Emails } from './applicant-messages.tsx'
import styles from './applicant-page.module.css'
import { Corrections } from './corrections.tsx'
import { Files } from './files.tsx'
import { Holds } from './holds.tsx'
import { toSentence } from './sentence.ts'
import { Sessions } from './sessions.tsx'

const { stage: stageColumn, flags: flagsColumn, gender: genderColumn } = applicantList.columns

export function Component() {
  const { userId = '' } = useParams()
  const details = useQuery({
    queryKey: ['applicant', userId],
    queryFn: async ({ signal }) => (await staffCall('staffApplicant', { params: { userId }, signal })).data,
  })
  return (
    <QueryResult
      query={details}
      lines={['title', 'block', 'block']}
      loading="Loading the applicant…"
      title={userId}
      missing="There is no such applicant, or not within your roles."
      back={<ButtonLink to={staffPaths.applicants}>Find an applicant</ButtonLink>}
    >
      {(data) => <Details details={data} />}
    </QueryResult>
  )
}

function Details({ details }: { details: ApplicantDetails }) {
  const { facts, stage, flags } = details
  const may = useMay()
  const [isCorrecting, setCorrecting] = useState(false)
  const isArchived = useIsArchived(facts.exercise)
  return (
    <>
      <EntryHead title={`${facts.surname} ${facts.firstName} ${facts.middleName}`.trim()}>
        <Status kind={stage === 'submitted' ? 'done' : 'open'}>{getLabel(stageColumn.options, stage)}</Status>
        {flags.map((flag) => (
          <Status key={flag} kind="waiting">
            {getLabel(flagsColumn.options, flag)}
          </Status>
        ))}
        <span>{facts.userId}</span>
        <span>{facts.role}</span>
      </EntryHead>
      {isArchived && <Banner tone="info">{staffErrors.exercise_archived.message}</Banner>}
      <ApplicantActions
        details={details}
        isArchived={isArchived}
        onCorrect={may('account:correct') ? () => setCorrecting(true) : undefined}
      />
      <Holds holds={details.holds} />
      {details.withdrawal && <Withdrawn withdrawal={details.withdrawal} number={facts.number ?? ''} />}
      {(isCorrecting || details.corrections.length > 0) && (
        <Corrections
          details={details}
          isArchived={isArchived}
          isOpen={isCorrecting}
          onClose={() => setCorrecting(false)}
        />
      )}
      <div className={styles.columns}>
        <SeesNow seesNow={details.seesNow} />
        <div className={styles.facts}>
          <Facts facts={facts} />
        </div>
        <div className={styles.rest}>
          <LookUps lookUps={details.lookUps} />
          <Sessions userId={facts.userId} sessions={details.sessions} />
          <Emails userId={facts.userId} emails={details.emails} />
          <Complaints complaints={details.complaints} />
        </div>
      </div>
      <Payments payments={details.payments} />
      <Files files={details.files} />
      <Timeline timeline={details.timeline} />
      <None details={details} />
    </>
  )
}

/** What an account has nothing of is one sentence, not a card each. */
function None({ details }: { details: ApplicantDetails }) {
  const lists = {
    'NIN look-ups': details.lookUps,
    'devices logged in': details.sessions,
    emails: details.emails,
    complaints: details.complaints,
    payments: details.payments,
    files: details.files,
  }
  const empty = Object.entries(lists).flatMap(([name, list]) => (list?.length === 0 ? [name] : []))
  return empty.length > 0 && <p className={styles.sub}>None: {empty.join(', ')}.</p>
}

function Withdrawn({ withdrawal: { madeBy, ...rest }, number }: WithdrawnProps) {
  const may = useMay()
  return (
    <WithdrawalMessage withdrawal={{ ...rest, person: { name: madeBy } }}>
      {may('application:reinstate') && (
        <p>
          <Link to={getEntryPath(staffPaths.applications, number)}>Reinstate it in its case</Link>
        </p>
      )}
    </WithdrawalMessage>
  )
}

interface WithdrawnProps {
  withdrawal: NonNullable<ApplicantDetails['withdrawal']>
  number: string
}

const Facts = ({ facts }: { facts: ApplicantDetails['facts'] }) => (
  <Card title="Facts">
    <ShortFacts
      facts={[
        ['Email', facts.email],
        ['Phone', facts.phone],
        ['Date of birth', formatDate(facts.dateOfBirth)],
        ['Gender', getLabel(genderColumn.options, facts.gender)],
        ['Place of birth', facts.placeOfBirth],
        ['State of origin', `${getLabel(stateOptions, facts.state)}, ${facts.lga}`],
        ['Post', facts.role],
        ['School', facts.school],
        ['Department', facts.department],
        ['NIN', facts.nin],
        ['First password', facts.passwordChanged ? 'Changed' : 'Not changed yet'],
        ['Application', facts.number && <ApplicationLink key="application" number={facts.number} />],
        ['Fee', `${formatNaira(Number(facts.fee))} and ${formatNaira(Number(facts.charge))} charge`],
        ['Account issued', formatDateTime(facts.issuedAt)],
      ]}
    />
  </Card>
)

function ApplicationLink({ number }: { number: string }) {
  return <PageLink to={getEntryPath(staffPaths.applications, number)}>{number}</PageLink>
}

const SeesNow = ({ seesNow }: { seesNow: ApplicantDetails['seesNow'] }) => (
  <Card title="What the applicant sees now">
    <ul className={styles.stages}>
      {seesNow.stages.map(({ name, done, doneAt }) => (
        <li key={name}>
          <Status kind={done ? 'done' : 'open'}>
            {name}
            {doneAt && `, ${formatShortDay(doneAt)}`}
          </Status>
        </li>
      ))}
    </ul>
    <p className={styles.nextStep}>
      Next step: <strong>{seesNow.nextStep.label}</strong>
    </p>
    {seesNow.messages.map(({ title, text }) => (
      <div key={title + text} className={styles.message}>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
    ))}
    <ShortFacts facts={seesNow.cards.map(({ title, status }) => [title, status] as const)} />
  </Card>
)

const Payments = ({ payments }: { payments: ApplicantDetails['payments'] }) =>
  payments !== null &&
  payments.length > 0 && (
    <Card title="Payments">
      <PaymentTable payments={payments} />
    </Card>
  )

function PaymentTable({ payments }: { payments: NonNullable<ApplicantDetails['payments']> }) {
  const [first] = payments
  if (first?.requestedAt === null) return <p>{toSentence(first.status)}</p>
  return (
    <RowTable
      caption="Payments"
      headings={['RRR', 'Status', 'Due', 'Paid', 'Channel', 'Last checked']}
      numeric={['Due']}
      phone={{ end: 'Status', named: ['Due', 'Paid', 'Last checked'] }}
      rows={payments.map((payment) => ({
        key: String(payment.requestedAt),
        cells: [
          payment.rrr ? (
            <PageLink key="rrr" to={getEntryPath(staffPaths.payments, payment.rrr)}>
              {formatRrr(payment.rrr)}
            </PageLink>
          ) : (
            'Not issued'
          ),
          toSentence(payment.status),
          formatNaira(Number(payment.due)),
          payment.paid === null
            ? null
            : `${formatNaira(Number(payment.paid))}${payment.paidAt ? `, ${formatDateTime(payment.paidAt)}` : ''}`,
          payment.channel && formatPaymentType(payment.channel),
          payment.checkedAt ? <ShortMoment key="checked" moment={payment.checkedAt} /> : 'Never',
        ],
      }))}
    />
  )
}

const LookUps = ({ lookUps }: { lookUps: ApplicantDetails['lookUps'] }) =>
  lookUps.length > 0 && (
    <Card title="NIN look-ups">
      <RowTable
        caption="NIN look-ups"
        headings={['When', 'Outcome', 'What differed']}
        phone={{ title: 'Outcome', end: 'When' }}
        rows={lookUps.map(({ at, outcome, differences }) => ({
          key: at,
          cells: [
            <ShortMoment key="at" moment={at} />,
            toSentence(outcome),
            differences.map((fact) => applicantLabels[fact]).join(', '),
          ],
        }))}
      />
    </Card>
  )

const Timeline = ({ timeline }: { timeline: ApplicantDetails['timeline'] }) => (
  <Card title="Timeline">
    <RowTable
      caption="Timeline"
      headings={['When', 'What', 'Who']}
      phone={{ title: 'What', end: 'When' }}
      rows={timeline.map(({ at, action, actor, person }) => ({
        key: `${at} ${action}`,
        cells: [
          <ShortMoment key="at" moment={at} />,
          getLabel(auditActionLabels, action),
          person ?? getLabel(auditActorLabels, actor),
        ],
      }))}
    />
  </Card>
)
