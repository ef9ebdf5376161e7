// The door of a sitting on a phone: who stands before it, who came, and what waits to be sent.
import { useState } from 'react'
import { useNow } from '#kit/browser/use-now.ts'
import { describeFailure } from '#kit/http/api-error.ts'
import { useAction } from '#kit/query/use-action.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { PageSpinner } from '#kit/ui/feedback/page-spinner.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { formatDateTime, formatTime } from '#shared/format/dates.ts'
import { formatCount, formatCounted } from '#shared/format/numbers.ts'
import {
  type AttendanceSource,
  type AttendanceState,
  attendanceStates,
  findMarkRefusal,
  markRefusals,
} from '#shared/staff/attendance.ts'
import type { DoorPerson, StoredMark } from '#staff/entities/attendance/door-storage.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import styles from './door.module.css'
import { type DoorVerdict, findByCode, findByText, judge } from './find-applicant.ts'
import { canScan, Scanner } from './scanner.tsx'
import { type Door, useDoor } from './use-door.ts'
import { describeMark, VerdictCard } from './verdict-card.tsx'

/** Nothing on the list of a door is longer. */
const maxSearchText = 120

interface Props {
  sitting: string
  person: DoorPerson
  isSignedIn: boolean
}

export function DoorDesk(props: Props) {
  const { door, error, isRead, retry, isCovered, uncover, ...acts } = useDoor(props)
  if (door && isCovered) return <Cover {...props} door={door} onUncover={uncover} />
  if (door) return <Desk door={door} acts={acts} isSignedIn={props.isSignedIn} />
  if (!error && (props.isSignedIn || !isRead)) return <PageSpinner />
  return (
    <>
      <PageTitle>Door</PageTitle>
      <Banner tone="error">
        {error ? describeFailure(error) : 'This device keeps no list of this sitting. Open it once with a connection.'}
      </Banner>
      <Actions>
        <Button onClick={retry}>Try again</Button>
      </Actions>
    </>
  )
}

/** Names nobody; what waits is sent all the same. */
function Cover({ door, person, isSignedIn, onUncover }: Props & { door: Door; onUncover: () => Promise<void> }) {
  const { run, isPending } = useAction(onUncover)
  return (
    <div className={styles.desk}>
      <DoorTitle door={door} />
      <SendingStatus door={door} />
      <Card title="The list is covered">
        <p>
          This page was not used for 15 minutes.{' '}
          {isSignedIn ? '' : 'With a connection, sign in to see the list. Without one you can go on without it.'}
        </p>
        <Actions>
          <Button busy={isPending} onClick={() => void run()}>
            I am {person.name}: show the list
          </Button>
        </Actions>
      </Card>
    </div>
  )
}

const DoorTitle = ({ door: { list } }: { door: Door }) => (
  <PageTitle>
    Door: {list.sitting.label}, {list.sitting.venue.name}
  </PageTitle>
)

interface DeskProps {
  door: Door
  acts: Pick<ReturnType<typeof useDoor>, 'mark' | 'dismiss' | 'markAbsentees' | 'noteUse'>
  isSignedIn: boolean
}

function Desk({ door, acts, isSignedIn }: DeskProps) {
  const { sitting } = door.list
  const now = useNow()
  const [verdict, setVerdict] = useState<DoorVerdict | null>(null)
  const [source, setSource] = useState<AttendanceSource>('number')
  const obstacle = now && describeObstacle(door, 'present', now)
  return (
    <div className={styles.desk}>
      <DoorTitle door={door} />
      <p>
        {formatDateTime(sitting.startsAt)}. {describeCounts(door)}
      </p>
      <SendingStatus door={door} />
      {obstacle && <Banner tone="warning">{obstacle}</Banner>}
      <Conflicts
        door={door}
        onChoose={(seat) => {
          setSource('number')
          setVerdict(judge(seat))
        }}
      />
      <Refused marks={door.refused} door={door} onDismiss={() => void acts.dismiss(door.refused)} />
      <Finder
        onCode={(text) => {
          acts.noteUse()
          setSource('scan')
          setVerdict(findByCode(door, text))
        }}
        onText={(text) => {
          setSource('number')
          setVerdict(findByText(door, text))
        }}
      />
      {verdict && (
        <VerdictCard
          verdict={renew(verdict, door)}
          sitting={sitting}
          mayMark={obstacle === null}
          onChoose={(seat) => setVerdict(judge(seat))}
          onMark={(seat, state, reason) => {
            void acts
              .mark(seat, state, source, reason)
              .then(() => setVerdict((current) => (isAbout(current, seat) ? { kind: 'done', seat } : current)))
              .catch(() => toast.error('This device could not keep the mark. Write it down.'))
          }}
        />
      )}
      {now && <Absentees door={door} now={now} isSignedIn={isSignedIn} onMark={acts.markAbsentees} />}
    </div>
  )
}

/** An applicant who is found while the mark is being stored stays in sight. */
const isAbout = (verdict: DoorVerdict | null, seat: { id: string }): boolean =>
  verdict !== null && 'seat' in verdict && verdict.seat.id === seat.id

/** As the seat stands now: other devices mark, too. */
function renew(verdict: DoorVerdict, { list }: Door): DoorVerdict {
  if (!('seat' in verdict)) return verdict
  const seat = list.seats.find(({ id }) => id === verdict.seat.id)
  if (!seat) return { kind: 'unknown', isCertain: false }
  return verdict.kind === 'done' ? { kind: 'done', seat } : judge(seat)
}

function describeObstacle({ list: { sitting } }: Door, state: AttendanceState, now: Date): string | null {
  if (sitting.isArchived) return 'The exercise is archived: nobody is marked any more.'
  const moments = { reportsAt: new Date(sitting.reportsAt), endsAt: new Date(sitting.endsAt) }
  const refusal = findMarkRefusal({ ...sitting, ...moments }, state, now)
  if (refusal === 'too_early') return 'The attendance opens twelve hours before applicants report.'
  return refusal && markRefusals[refusal]
}

function describeCounts({ list }: Door): string {
  const count = (state: AttendanceState | null) => list.seats.filter(({ mark }) => mark.state === state).length
  const parts = (['present', 'turned_away', 'absent'] as const).map(
    (state) => `${formatCount(count(state))} ${attendanceStates[state].toLowerCase()}`,
  )
  return `${parts.join(', ')}, ${formatCount(count(null))} not marked.`
}

function SendingStatus({ door: { waiting, isOffline, failure, isLasting, marksOfOthers } }: { door: Door }) {
  const waits = waiting.length > 0
  const since = Math.min(...waiting.map(({ at }) => at))
  const said = waits
    ? `${formatCounted(waiting.length, 'mark waits', 'marks wait')} to be sent, since ${formatTime(new Date(since))}.`
    : 'Every mark of this device is sent.'
  return (
    <div role="status">
      <Banner tone={waits || isOffline ? 'warning' : 'success'}>
        <p>
          {said}
          {isOffline && ' There is no connection: marks are kept on this device and sent by themselves.'}
        </p>
        {failure && <p>The server does not take them: {failure}</p>}
        {!isLasting && <p>This browser keeps nothing: do not close this page before every mark is sent.</p>}
        {marksOfOthers > 0 && (
          <p>
            {formatCounted(marksOfOthers, 'mark', 'marks')} of somebody else on this device: they are sent when that
            person signs in and opens this page.
          </p>
        )}
      </Banner>
    </div>
  )
}

function Conflicts({ door, onChoose }: { door: Door; onChoose: (seat: Door['list']['seats'][number]) => void }) {
  const seats = door.list.seats.filter(({ mark }) => mark.hasConflict)
  if (seats.length === 0) return null
  return (
    <Banner tone="error" title="Two devices marked differently">
      {seats.map((seat) => (
        <div key={seat.id} className={styles.conflict}>
          <p>
            Seat {seat.seatNumber}, {seat.name}: {describeMark(seat.mark)} But: {seat.mark.against?.by} marked{' '}
            {seat.mark.against && attendanceStates[seat.mark.against.state].toLowerCase()}. Mark the applicant again to
            settle it.
          </p>
          <Button variant="secondary" onClick={() => onChoose(seat)}>
            Settle seat {seat.seatNumber}
          </Button>
        </div>
      ))}
    </Banner>
  )
}

function Refused({ marks, door, onDismiss }: { marks: StoredMark[]; door: Door; onDismiss: () => void }) {
  if (marks.length === 0) return null
  const describe = ({ seat, state, at, refused }: StoredMark) => {
    const found = [...door.list.seats, ...door.gone].find(({ id }) => id === seat)
    const who = found ? `Seat ${found.seatNumber}, ${found.name}` : 'A seat that is not in this sitting'
    return `${who}: ${attendanceStates[state]}, ${formatTime(new Date(at))}. ${refused ? markRefusals[refused] : ''}`
  }
  return (
    <Banner tone="error" title="Not recorded">
      {marks.map((mark) => (
        <p key={mark.id}>{describe(mark)}</p>
      ))}
      <Button variant="secondary" onClick={onDismiss}>
        I have noted it
      </Button>
    </Banner>
  )
}

function Finder({ onCode, onText }: { onCode: (text: string) => void; onText: (text: string) => void }) {
  const [isScanning, setScanning] = useState(false)
  const [text, setText] = useState('')
  return (
    <Card title="Who is here?" className={styles.finder}>
      <form
        className={styles.find}
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() === '') return
          onText(text)
          setText('')
        }}
      >
        <TextInput
          label="Seat, application number, slip code or name"
          value={text}
          onChange={({ target }) => setText(target.value)}
          autoCapitalize="off"
          enterKeyHint="search"
          maxLength={maxSearchText}
        />
        <Button type="submit" variant="secondary">
          Find
        </Button>
      </form>
      {canScan() ? (
        <>
          <Actions>
            <Button variant={isScanning ? 'secondary' : 'primary'} onClick={() => setScanning(!isScanning)}>
              {isScanning ? 'Close the camera' : 'Scan a slip'}
            </Button>
          </Actions>
          {isScanning && <Scanner onCode={onCode} />}
        </>
      ) : (
        <p>This browser offers no camera. Find applicants by number or name.</p>
      )}
    </Card>
  )
}

interface AbsenteesProps {
  door: Door
  now: Date
  isSignedIn: boolean
  onMark: () => Promise<number>
}

/** Once the sitting is over, everybody who is left. */
function Absentees({ door, now, isSignedIn, onMark }: AbsenteesProps) {
  const [isOpen, setOpen] = useState(false)
  const { run, isPending, error } = useStaffAction(
    async () => `${formatCounted(await onMark(), 'applicant is', 'applicants are')} absent.`,
    { onDone: () => setOpen(false), invalidates: [['sitting', door.list.sitting.id], ['seats']] },
  )
  const rest = door.list.seats.filter(({ mark }) => mark.state === null).length
  if (rest === 0 || describeObstacle(door, 'absent', now) !== null) return null
  const mayAsk = isSignedIn && !door.isOffline && door.waiting.length === 0
  return (
    <Card title="Everybody else">
      <p>{formatCounted(rest, 'applicant is', 'applicants are')} not marked.</p>
      {mayAsk ? (
        <Actions>
          <Button variant="secondary" onClick={() => setOpen(true)}>
            Mark everybody else absent
          </Button>
        </Actions>
      ) : (
        <p>They can be marked absent with a connection, when every mark of this device is sent.</p>
      )}
      {isOpen && (
        <FormDialog
          title="Mark everybody else absent"
          intro={
            <p>
              {formatCounted(rest, 'applicant', 'applicants')} whom nobody has marked will be absent. Make sure that
              every other device at this door has sent its marks.
            </p>
          }
          error={error}
          submit="Mark them absent"
          isPending={isPending}
          onSubmit={() => void run()}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  )
}
