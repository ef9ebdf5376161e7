// What was typed for a complaint stays while the person looks elsewhere, such as at the applicant.
import { useEffect } from 'react'
import type { ComplaintThread } from '#shared/api/staff/complaints.ts'
import { useKept } from '#staff/entities/session/use-kept.ts'

export type Direction = 'out' | 'note'

interface Drafts extends Readonly<Record<Direction, string>> {
  /** The version of the complaint when it was begun. */
  begunAt: number
}

const isBegun = ({ out, note }: Drafts) => out !== '' || note !== ''

/** @param ownVersion that the person has made last */
export function useMessageDrafts({ number, version }: ComplaintThread, ownVersion: number) {
  const kept = useKept<Drafts>(['complaint-drafts', number])

  function read(): Drafts {
    const stored = kept.read()
    return stored && isBegun(stored) ? stored : { out: '', note: '', begunAt: version }
  }
  function change(make: (drafts: Drafts) => Partial<Drafts>) {
    const drafts = read()
    kept.save({ ...drafts, ...make(drafts) })
  }

  const drafts = read()
  // An own change of what was known; not one of what a colleague has answered since.
  const isOwn = isBegun(drafts) && drafts.begunAt === ownVersion - 1
  useEffect(() => {
    if (isOwn) change(() => ({ begunAt: ownVersion }))
  })
  return { drafts: isOwn ? { ...drafts, begunAt: ownVersion } : drafts, change }
}
