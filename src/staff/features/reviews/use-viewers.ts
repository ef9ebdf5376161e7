// Colleagues see who has a case open. It refuses nothing; it saves two people from doing the same work.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { applicationQuery, type CaseDetails } from '#staff/entities/application/application-query.ts'
import { staffCall } from '#staff/http/staff-call.ts'

/** The server forgets after five minutes. */
const renewalMs = 60_000

/** Set when the person has withdrawn from the case. */
export const withdrawnKey = (number: string) => ['application-withdrawn', number] as const

/** Who else has the case open. Loads the case again when somebody has changed it. */
export function useViewers({ number, viewers, may, status }: CaseDetails): CaseDetails['viewers'] {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: ['application-viewers', number],
    queryFn: async () => (await staffCall('renewViewing', { params: { number } })).data,
    enabled: may.review,
    refetchInterval: renewalMs,
    staleTime: 0,
    gcTime: 0,
    // A notice only: the case itself says what is wrong.
    retry: false,
  })
  useEffect(() => {
    if (!may.review) return undefined
    return () => {
      // Who has withdrawn from the case is no longer known there.
      if (!client.getQueryData(withdrawnKey(number)))
        void staffCall('endViewing', { params: { number } }).catch(() => {})
    }
  }, [client, number, may.review])
  const newest = data?.version
  useEffect(() => {
    if (newest !== undefined && newest > status.version)
      void client.invalidateQueries({ queryKey: applicationQuery(number).queryKey })
  }, [client, number, newest, status.version])
  return data?.viewers ?? viewers
}
