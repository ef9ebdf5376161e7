import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hasCode } from '#kit/http/api-error.ts'
import type { ComplaintThread } from '#shared/api/staff/complaints.ts'

/** Puts the complaint that a call returns on the page, also when the call was refused because of a newer one. */
export function useNewestComplaint(number: string) {
  const client = useQueryClient()
  const queryKey = ['complaint', number]
  const [newest, setNewest] = useState<ComplaintThread['state'] | null>(null)
  const [ownVersion, setOwnVersion] = useState(0)

  function put(complaint: ComplaintThread) {
    client.setQueryData(queryKey, complaint)
    for (const list of ['complaints', 'counts']) void client.invalidateQueries({ queryKey: [list] })
  }

  return {
    /** The state that somebody else has set since the page was read; null while nobody has. */
    newest,
    /** The one that the person has made here last. */
    ownVersion,
    show(complaint: ComplaintThread, isChange = true) {
      setNewest(null)
      if (isChange) setOwnVersion(complaint.version)
      put(complaint)
    },
    noteFailure(error: unknown) {
      if (!hasCode(error, 'changed_meanwhile')) return
      const { data } = error
      if (data) {
        const complaint = data as ComplaintThread
        setNewest(complaint.state)
        put(complaint)
      } else {
        setNewest('open')
        void client.invalidateQueries({ queryKey })
      }
    },
  }
}
