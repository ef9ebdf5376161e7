// What is said of an applicant at the door, in one large word with its colour and sign, and what can be marked.
import { Check, CircleHelp, History, type LucideIcon, Search, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import { Textarea } from '#kit/ui/inputs/textarea.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { FormStack } from '#kit/ui/layout/form-stack.tsx'
import type { CurrentMark, DoorList, DoorSeat } from '#shared/api/staff/attendance.ts'
import { formatDateTime, formatTime } from '#shared/format/dates.ts'
import { type AttendanceState, attendanceStates, maxTurnedAwayReason } from '#shared/staff/attendance.ts'
import styles from './door.module.css'
import type { DoorVerdict } from './find-applicant.ts'

interface Props {
  verdict: DoorVerdict
  sitting: DoorList['sitting']
  /** Whether anybody can be marked now. */
  mayMark: boolean
  onMark: (seat: DoorSeat, state: AttendanceState, reason?: string) => void
  onChoose: (seat: DoorSeat) => void
}

interface Said {
  word: string
  icon: LucideIcon
  style: 'right' | 'marked' | 'wrong' | 'several'
  text: string
}

export function VerdictCard({ verdict, sitting, mayMark, onMark, onChoose }: Props) {
  const { word, icon: Sign, style, text } = describe(verdict, sitting)
  return (
    <section className={`${styles.verdict} ${styles[style]}`} aria-label="Result">
      <div role="status">
        <p className={styles.word}>
          <Sign />
          {word}
        </p>
        <p className={styles.said}>{text}</p>
      </div>
      {verdict.kind === 'several' && (
        <ul className={styles.found}>
          {verdict.seats.map((seat) => (
            <li key={seat.id}>
              <Button variant="secondary" wide onClick={() => onChoose(seat)}>
                Seat {seat.seatNumber}, {seat.name}, {seat.number}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {'seat' in verdict && mayMark && (
        <MarkActions key={`${verdict.seat.id} ${verdict.seat.mark.marks}`} seat={verdict.seat} onMark={onMark} />
      )}
    </section>
  )
}

function MarkActions({ seat, onMark }: { seat: DoorSeat; onMark: Props['onMark'] }) {
  const [isTurningAway, setTurningAway] = useState(false)
  const [error, setError] = useState<string>()
  if (isTurningAway)
    return (
      <FormStack
        onSubmit={(form) => {
          const reason = String(form.get('reason')).trim()
          if (reason === '') return setError('Enter why the applicant was turned away.')
          onMark(seat, 'turned_away', reason)
        }}
      >
        <Textarea label="Reason" name="reason" rows={2} maxLength={maxTurnedAwayReason} error={error} autoFocus />
        <Actions>
          <Button type="submit" variant="danger">
            Turn away
          </Button>
          <Button variant="quiet" onClick={() => setTurningAway(false)}>
            Back
          </Button>
        </Actions>
      </FormStack>
    )
  return (
    <Actions>
      {(seat.mark.hasConflict || seat.mark.state !== 'present') && (
        <Button onClick={() => onMark(seat, 'present')}>Present</Button>
      )}
      {(seat.mark.hasConflict || seat.mark.state !== 'turned_away') && (
        <Button variant="secondary" onClick={() => setTurningAway(true)}>
          Turned away
        </Button>
      )}
    </Actions>
  )
}

function describe(verdict: DoorVerdict, { label }: DoorList['sitting']): Said {
  switch (verdict.kind) {
    case 'right':
      return {
        word: `Seat ${verdict.seat.seatNumber}, ${label}`,
        icon: Check,
        style: 'right',
        text: `${verdict.seat.name}, ${verdict.seat.number}`,
      }
    case 'marked':
    case 'done':
      return describeMarked(verdict)
    case 'wrong_hall':
    case 'wrong_batch': {
      const { sitting, seatNumber, number } = verdict
      return {
        word: verdict.kind === 'wrong_hall' ? 'Wrong hall' : 'Wrong batch',
        icon: X,
        style: 'wrong',
        text: `${number} has seat ${seatNumber} of ${sitting.label}, ${sitting.venue.name}, ${formatDateTime(sitting.startsAt)}.`,
      }
    }
    case 'several':
      return {
        word: 'Several applicants',
        icon: Search,
        style: 'several',
        text: 'Choose the one who stands before you.',
      }
    case 'unknown':
      return {
        word: 'Not on any list',
        icon: CircleHelp,
        style: 'wrong',
        text: verdict.isCertain
          ? 'Nobody like this has a seat. Check the slip, or try the application number or the name.'
          : 'Nobody like this has a seat here. Not every other hall and batch is known to this device.',
      }
  }
}

function describeMarked({ kind, seat }: Extract<DoorVerdict, { kind: 'marked' | 'done' }>): Said {
  const { state } = seat.mark
  const label = state === null ? 'Not marked' : attendanceStates[state]
  const text = `Seat ${seat.seatNumber}, ${seat.name}, ${seat.number}. ${describeMark(seat.mark)}`
  if (kind === 'marked') return { word: `Already ${label.toLowerCase()}`, icon: History, style: 'marked', text }
  return state === 'present'
    ? { word: label, icon: Check, style: 'right', text }
    : { word: label, icon: X, style: 'wrong', text }
}

/** Who marked it when, and why somebody was turned away. */
export const describeMark = ({ state, reason, by, at }: CurrentMark): string =>
  state === null
    ? 'Not marked yet.'
    : `${attendanceStates[state]}${reason ? ` (${reason})` : ''}, marked by ${by ?? 'you'}${at ? ` at ${formatTime(new Date(at))}` : ''}.`
