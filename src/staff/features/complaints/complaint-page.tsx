// One complaint: what was sent, the answers and notes so far, and what can be done now.

import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { QueryResult } from '#kit/query/query-result.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FactList } from '#kit/ui/layout/fact-list.tsx'
import type { ComplaintThread } from '#shared/api/staff/complaints.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { EntryHead } from '#staff/entities/entry-head/entry-head.tsx'
import { PageLink } from '#staff/entities/session/page-link.tsx'
import { staffCall } from '#staff/http/staff-call.ts'
import { Age } from '#staff/list/short-moment.tsx'
import { AnswerForm } from './answer-form.tsx'
import { ComplaintActions } from './complaint-actions.tsx'
import styles from './complaint-page.module.css'
import { ComplaintStatus } from './complaint-status.tsx'
import { getSenderPath } from './sender-path.ts'
import { useNewestComplaint } from './use-newest-complaint.ts'

export function Component() {
  const { number = '' } = useParams()
  const complaint = useQuery({
    queryKey: ['complaint', number],
    queryFn: async ({ signal }) => (await staffCall('staffComplaint', { params: { number }, signal })).data,
  })
  return (
    <QueryResult
      query={complaint}
      lines={['title', 'block', 'block']}
      loading="Loading the complaint…"
      title={number}
      missing="There is no such complaint, or not within your roles."
      back={<ButtonLink to={staffPaths.complaints}>All complaints</ButtonLink>}
    >
      {(data) => <Thread complaint={data} />}
    </QueryResult>
  )
}

function Thread({ complaint }: { complaint: ComplaintThread }) {
  const { number, state, receivedAt } = complaint
  const { newest, ownVersion, show, noteFailure } = useNewestComplaint(number)
  return (
    <>
      <EntryHead title={`Complaint ${number}`}>
        <ComplaintStatus state={state} />
        <span>
          Received <Age moment={receivedAt} />
        </span>
        <Link to={staffPaths.complaints}>All complaints</Link>
      </EntryHead>
      {newest && (
        <Banner
          tone="warning"
          role="alert"
          title={newest === 'answered' ? 'Somebody answered meanwhile' : 'Somebody changed this complaint meanwhile'}
        >
          You see the newest state now. Nothing of yours was sent or changed; what you typed is kept.
        </Banner>
      )}
      <div className={styles.columns}>
        <div className={styles.conversation}>
          <Messages complaint={complaint} />
          <AnswerForm complaint={complaint} ownVersion={ownVersion} onSent={show} onFailed={noteFailure} />
        </div>
        <div className={styles.conversation}>
          <ComplaintActions complaint={complaint} onChanged={show} onFailed={noteFailure} />
          <Sender complaint={complaint} />
          <Others complaint={complaint} />
        </div>
      </div>
    </>
  )
}

function Sender({ complaint }: { complaint: ComplaintThread }) {
  const { userId, isLinked, fullName, email, receivedAt, assignedTo } = complaint
  return (
    <Card title="Details">
      <FactList
        facts={[
          ['From', fullName],
          // A user ID that was typed by somebody without an account leads nowhere.
          ['User ID', userId && isLinked ? <SenderLink key="sender" userId={userId} /> : userId],
          ['Email given', email],
          ['Received', formatDateTime(receivedAt)],
          ['Assigned to', assignedTo?.name ?? 'Nobody'],
        ]}
      />
    </Card>
  )
}

/** Somebody may have written several times about the same. */
function Others({ complaint: { number, others, moreOthers } }: { complaint: ComplaintThread }) {
  if (others.length === 0) return null
  return (
    <Card title="Other complaints of this sender">
      <ul className={styles.others}>
        {others.map((other) => (
          <li key={other.number}>
            <Link to={getEntryPath(staffPaths.complaints, other.number)}>{other.number}</Link>{' '}
            <ComplaintStatus state={other.state} />
            <p>
              <Age moment={other.receivedAt} />: {other.excerpt}
            </p>
          </li>
        ))}
      </ul>
      <p>
        <Link to={getSenderPath(number)}>
          {moreOthers ? 'There are more: all of this sender' : 'All of this sender'}
        </Link>
      </p>
    </Card>
  )
}

function SenderLink({ userId }: { userId: string }) {
  return <PageLink to={getEntryPath(staffPaths.applicants, userId.trim().toUpperCase())}>{userId}</PageLink>
}

const directionLabels = { in: 'Message', out: 'Answer by email', note: 'Internal note' } as const

const Messages = ({ complaint: { text, receivedAt, fullName, userId, messages } }: { complaint: ComplaintThread }) => (
  <ol className={styles.messages} aria-label="Messages">
    <Message
      heading={`Complaint from ${fullName ?? userId ?? 'somebody without a name'}`}
      at={receivedAt}
      text={text}
    />
    {messages.map(({ direction, body, person, at }) => (
      <Message
        key={`${at} ${direction} ${body}`}
        kind={direction}
        heading={`${directionLabels[direction]}${person ? ` from ${person}` : ''}`}
        at={at}
        text={body}
      />
    ))}
  </ol>
)

interface MessageProps {
  kind?: keyof typeof directionLabels
  heading: string
  at: string
  text: string
}

const Message = ({ kind = 'in', heading, at, text }: MessageProps) => (
  <li className={styles.message} data-kind={kind}>
    <p className={styles.messageHead}>
      <strong>{heading}</strong>
      <time dateTime={at}>{formatDateTime(at)}</time>
    </p>
    <p className={styles.text}>{text}</p>
  </li>
)
