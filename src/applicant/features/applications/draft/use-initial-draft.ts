// Loads the answers that the form starts with, from this device and from the server.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { onReconnect } from '#applicant/offline/connection.ts'
import { isTemporary, serverMessage } from '#kit/http/api-error.ts'
import type { User } from '#shared/api/applicant/accounts.ts'
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
  /** `isNew`: there is no draft anywhere. */
  | { kind: 'ready'; draft: InitialDraft; step: number | null; isNew: boolean }
  | { kind: 'failed'; message: string }
  /** The server cannot be reached, and this device has no draft. */
  | { kind: 'unknown'; message: string }

/** @param application whether the server could not say that none was submitted, and how to ask it again */
export function useInitialDraft({ userId }: User, application: { isUnknown: boolean; onRetry(): void }) {
  const [isStartedEmpty, setStartedEmpty] = useState(false)
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['initial draft', userId],
    queryFn: () => loadInitialDraft(userId),
    // Only for the start: from then on the form itself is newer than what was loaded.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  // There may be no draft because it was submitted: then no empty form opens by itself.
  const loaded = application.isUnknown && data?.kind === 'ready' && data.isNew ? unknownDraft : data
  const isUnknown = loaded?.kind === 'unknown'
  const { onRetry } = application
  const retry = useCallback(() => {
    onRetry()
    void refetch()
  }, [onRetry, refetch])
  useEffect(() => (isUnknown ? onReconnect(retry) : undefined), [isUnknown, retry])

  return {
    state: getState(isFetching ? undefined : loaded, isStartedEmpty),
    retry,
    startEmpty: () => setStartedEmpty(true),
  }
}

const unknownDraft = { kind: 'unknown', message: '' } as const

function getState(loaded: LoadedDraft | undefined, isStartedEmpty: boolean): LoadedDraft | { kind: 'loading' } {
  if (isStartedEmpty) return { kind: 'ready', draft: emptyDraft, step: null, isNew: true }
  return loaded ?? { kind: 'loading' }
}

/** Never rejects. */
async function loadInitialDraft(userId: string): Promise<LoadedDraft> {
  const record = loadDraftRecord(userId)
  const step = record?.step ?? null
  try {
    const server = await loadDraft()
    const draft = record ? mergeDrafts(record, server) : createDraftFromServer(server)
    return { kind: 'ready', draft, step, isNew: !record && server.answers === null }
  } catch (error) {
    // After a refusal the device's draft must not be used: the server has a reason.
    if (!isTemporary(error)) return { kind: 'failed', message: serverMessage(error) }
    if (record) return { kind: 'ready', draft: createDraftFromDevice(record), step, isNew: false }
    return { kind: 'unknown', message: serverMessage(error) }
  }
}
