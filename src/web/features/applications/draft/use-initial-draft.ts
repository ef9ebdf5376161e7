// Loads the answers that the form starts with, from this device and from the server.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { User } from '#shared/api/accounts.ts'
import { isTemporary, serverMessage } from '#web/lib/http/api-error.ts'
import { onReconnect } from '#web/lib/offline/connection.ts'
import { loadDraft } from './draft-api.ts'
import { loadDraftRecord } from './draft-record.ts'
import {
  createDraftFromDevice,
  createDraftFromServer,
  emptyDraft,
  type InitialDraft,
  mergeDrafts,
} from './initial-draft.ts'

/** `message` is the server's, or empty when it did not answer. */
type LoadedDraft =
  | { kind: 'ready'; draft: InitialDraft; step: number | null }
  | { kind: 'failed'; message: string }
  /** The server cannot be reached, and this device has no draft. */
  | { kind: 'unknown'; message: string }

export function useInitialDraft({ userId }: User) {
  const [isStartedEmpty, setStartedEmpty] = useState(false)
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['initial draft', userId],
    queryFn: () => loadInitialDraft(userId),
    // Only for the start: from then on the form itself is newer than what was loaded.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const isUnknown = data?.kind === 'unknown' && !isStartedEmpty
  useEffect(() => (isUnknown ? onReconnect(() => void refetch()) : undefined), [isUnknown, refetch])

  return {
    state: getState(isFetching ? undefined : data, isStartedEmpty),
    retry: () => void refetch(),
    startEmpty: () => setStartedEmpty(true),
  }
}

function getState(loaded: LoadedDraft | undefined, isStartedEmpty: boolean): LoadedDraft | { kind: 'loading' } {
  if (isStartedEmpty) return { kind: 'ready', draft: emptyDraft, step: null }
  return loaded ?? { kind: 'loading' }
}

/** Never rejects. */
async function loadInitialDraft(userId: string): Promise<LoadedDraft> {
  const record = loadDraftRecord(userId)
  const step = record?.step ?? null
  try {
    const server = await loadDraft()
    return { kind: 'ready', draft: record ? mergeDrafts(record, server) : createDraftFromServer(server), step }
  } catch (error) {
    // After a refusal the device's draft must not be used: the server has a reason.
    if (!isTemporary(error)) return { kind: 'failed', message: serverMessage(error) }
    if (record) return { kind: 'ready', draft: createDraftFromDevice(record), step }
    return { kind: 'unknown', message: serverMessage(error) }
  }
}
