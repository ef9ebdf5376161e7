// Gives seats to applicants by the rules of a run. The same seed, applicants and free seats give the same seats.
import { createHash } from 'node:crypto'
import type { SeatingRules, UnseatedReason } from '#shared/staff/seating.ts'

/** From reporting to the end, in milliseconds. */
interface TimeSpan {
  from: number
  to: number
}

export interface Candidate {
  applicationId: string
  number: string
  /** The home state. */
  state: string
  /** School, department and role. */
  post: string
  /** Why the applicant gets none, whatever is free. */
  obstacle: Extract<UnseatedReason, 'not_shortlisted' | 'withdrawn' | 'on_hold' | 'seated_already'> | null
  /** When the applicant sits elsewhere. */
  busy: readonly TimeSpan[]
}

export interface FreeSeats extends TimeSpan {
  sittingId: string
  /** That of the venue. */
  state: string
  isStepFree: boolean
  /** Ascending. */
  seatNumbers: readonly number[]
}

export interface Allocation {
  seats: { applicationId: string; sittingId: string; seatNumber: number }[]
  unseated: { number: string; reason: UnseatedReason }[]
}

/** Ascending. */
export function listFreeNumbers({ capacity, taken }: { capacity: number; taken: readonly number[] }): number[] {
  const isTaken = new Set(taken)
  return Array.from({ length: capacity }, (_, n) => n + 1).filter((number) => !isTaken.has(number))
}

/** @param sittings are filled in this order */
export function allocateSeats(
  candidates: readonly Candidate[],
  sittings: readonly FreeSeats[],
  { rules, seed }: { rules: SeatingRules; seed: number },
): Allocation {
  const free = sittings.map((sitting) => ({ ...sitting, taken: 0 }))
  const seats: Allocation['seats'] = []
  const unseated: Allocation['unseated'] = []

  const hasFreeSeat = ({ taken, seatNumbers }: (typeof free)[number]) => taken < seatNumbers.length

  function take(candidate: Candidate, isFit: (sitting: FreeSeats) => boolean): boolean {
    const sitting = free.find((one) => hasFreeSeat(one) && isFit(one) && !isBusy(candidate, one))
    const seatNumber = sitting?.seatNumbers[sitting.taken]
    if (!sitting || seatNumber === undefined) return false
    sitting.taken++
    seats.push({ applicationId: candidate.applicationId, sittingId: sitting.sittingId, seatNumber })
    return true
  }

  const needs = new Set(rules.specialNeeds)
  const states = new Set(sittings.map(({ state }) => state))

  function seat(group: readonly Candidate[], isFit: (sitting: FreeSeats) => boolean, reason: UnseatedReason) {
    const isAtHome = (candidate: Candidate) => (sitting: FreeSeats) =>
      isFit(sitting) && (rules.homeState === 'ignored' || sitting.state === candidate.state)
    const waiting = group.filter((candidate) => !take(candidate, isAtHome(candidate)))
    for (const candidate of waiting) {
      const { number, state } = candidate
      if (rules.homeState === 'preferred' && take(candidate, isFit)) continue
      const isPossible = rules.homeState === 'required' ? isAtHome(candidate) : isFit
      if (rules.homeState === 'required' && !states.has(state)) unseated.push({ number, reason: 'no_venue_in_state' })
      else unseated.push({ number, reason: free.some((one) => hasFreeSeat(one) && isPossible(one)) ? 'clash' : reason })
    }
  }

  const sorted = sortCandidates(candidates, rules, seed)
  for (const { number, obstacle } of sorted) if (obstacle) unseated.push({ number, reason: obstacle })
  const possible = sorted.filter(({ obstacle }) => !obstacle)
  seat(
    possible.filter(({ number }) => needs.has(number)),
    ({ isStepFree }) => isStepFree,
    'no_step_free_seat',
  )
  seat(
    possible.filter(({ number }) => !needs.has(number)),
    () => true,
    'no_seat',
  )
  return { seats, unseated }
}

const isBusy = ({ busy }: Candidate, { from, to }: FreeSeats): boolean =>
  busy.some((other) => other.from < to && from < other.to)

/** By chance, which the seed decides; with the rule first by post. */
function sortCandidates(candidates: readonly Candidate[], { groupsPosts }: SeatingRules, seed: number) {
  const drawn = candidates.map((candidate) => ({
    candidate,
    key: `${groupsPosts ? `${candidate.post}\n` : ''}${drawLot(seed, candidate.number)}`,
  }))
  return drawn.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ candidate }) => candidate)
}

const drawLot = (seed: number, number: string): string => createHash('sha256').update(`${seed} ${number}`).digest('hex')
