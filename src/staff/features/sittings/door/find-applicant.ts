// Whom a code, a number or a name leads to, from what the device knows: it works without a connection.
import type { DoorList, DoorSeat, SeatsElsewhere } from '#shared/api/staff/attendance.ts'

type SittingElsewhere = SeatsElsewhere['sittings'][number]

/** What is said of somebody who stands at the door. */
export type DoorVerdict =
  | { kind: 'right'; seat: DoorSeat }
  /** Before, perhaps by another device. */
  | { kind: 'marked'; seat: DoorSeat }
  /** By this device, a moment ago. */
  | { kind: 'done'; seat: DoorSeat }
  | { kind: 'wrong_hall' | 'wrong_batch'; sitting: SittingElsewhere; seatNumber: number; number: string }
  | { kind: 'several'; seats: DoorSeat[] }
  /** @param isCertain whether every other sitting is known */
  | { kind: 'unknown'; isCertain: boolean }

export interface KnownSeats {
  list: DoorList
  elsewhere: SeatsElsewhere | null
}

/** A slip's QR code is the address of the page that verifies it. */
const readCode = (text: string): string =>
  text
    .replace(/^.*\/verify\//, '')
    .replace(/[\s-]/g, '')
    .toUpperCase()

export function findByCode(known: KnownSeats, text: string): DoorVerdict {
  const code = readCode(text)
  const seat = known.list.seats.find(({ codes }) => codes.includes(code))
  return seat ? judge(seat) : findElsewhere(known, ({ codes }) => codes.includes(code))
}

const maxFound = 20

/** A seat's number, an application's number, the code that is printed on a slip, or a part of the name. */
export function findByText(known: KnownSeats, text: string): DoorVerdict {
  const wanted = text.trim()
  const { seats } = known.list
  if (/^\d{1,4}$/.test(wanted)) {
    const seat = seats.find(({ seatNumber }) => seatNumber === Number(wanted))
    return seat ? judge(seat) : { kind: 'unknown', isCertain: true }
  }
  const number = wanted.toUpperCase()
  const exact =
    seats.find((seat) => seat.number === number) ?? seats.find(({ codes }) => codes.includes(readCode(wanted)))
  if (exact) return judge(exact)
  const named = findByName(seats, wanted)
  if (named.length === 1 && named[0]) return judge(named[0])
  if (named.length > 1) return { kind: 'several', seats: named.slice(0, maxFound) }
  return findElsewhere(known, (seat) => seat.number === number || seat.codes.includes(readCode(wanted)))
}

/** As somebody says it: without accents, in any order. */
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function findByName(seats: readonly DoorSeat[], text: string): DoorSeat[] {
  const parts = fold(text).split(/\s+/).filter(Boolean)
  if (parts.length === 0) return []
  return seats.filter(({ name }) => {
    const names = fold(name).split(/[\s-]+/)
    return parts.every((part) => names.some((one) => one.startsWith(part)))
  })
}

export const judge = (seat: DoorSeat): DoorVerdict => ({ kind: seat.mark.state === null ? 'right' : 'marked', seat })

function findElsewhere(
  { list, elsewhere }: KnownSeats,
  isWanted: (seat: SeatsElsewhere['seats'][number]) => boolean,
): DoorVerdict {
  const seat = elsewhere?.seats.find(isWanted)
  const sitting = seat && elsewhere?.sittings[seat.sitting]
  if (!seat || !sitting) return { kind: 'unknown', isCertain: elsewhere?.isComplete ?? false }
  const kind = sitting.venue.id === list.sitting.venue.id ? 'wrong_batch' : 'wrong_hall'
  return { kind, sitting, seatNumber: seat.seatNumber, number: seat.number }
}
