// What was typed for a complaint stays while the person looks elsewhere, such as at the applicant. In memory only; signing out
// forgets it with everything else.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ComplaintThread } from '#shared/api/staff/complaints.ts'

export type Direction = 'out' | 'note'

interface Drafts extends Readonly<Record<Direction, string>> {
  /** The version of the complaint when it was begun. */
  begunAt: number
}

const draftsKey = 'complaint-drafts'
const isBegun = ({ out, note }: Drafts) => out !== '' || note !== ''

/** @param ownVersion that the person has made last */
export function useMessageDrafts({ number, version }: ComplaintThread, ownVersion: number) {
  const client = useQueryClient()
  // With the event, not after it: a field keeps what is typed into it.
  const [, redraw] = useState<Drafts>()
  const queryKey = [draftsKey, number]

  function read(): Drafts {
    const stored = client.getQueryData<Drafts>(queryKey)
    return stored && isBegun(stored) ? stored : { out: '', note: '', begunAt: version }
  }
  function change(make: (drafts: Drafts) => Partial<Drafts>) {
    client.setQueryDefaults([draftsKey], { gcTime: Number.POSITIVE_INFINITY })
    const drafts = read()
    redraw(client.setQueryData<Drafts>(queryKey, { ...drafts, ...make(drafts) }))
  }

  const drafts = read()
  // An own change of what was known; not one of what a colleague has answered since.
  const isOwn = isBegun(drafts) && drafts.begunAt === ownVersion - 1
  useEffect(() => {
    if (isOwn) change(() => ({ begunAt: ownVersion }))
  })
  return { drafts: isOwn ? { ...drafts, begunAt: ownVersion } : drafts, change }
}
