// Finds the answers with which the form opens, here and on the server.
import { useCallback, useEffect, useState } from 'react'
import type { User } from '#shared/api/accounts.ts'
import { mayPass, serverWords } from '#web/lib/http/api-error.ts'
import { onLineBack } from '#web/lib/offline/connection.ts'
import { loadDraft } from './draft-calls.ts'
import { openRecord } from './draft-record.ts'
import { type Opening, openBlank, openFromBoth, openFromDevice, openFromServer } from './initial-state.ts'

export type OpeningState =
  | { kind: 'loading' }
  | { kind: 'ready'; opening: Opening; step: number | null }
  /** `words` are the server's own, or empty when it did not answer. */
  | { kind: 'failed'; words: string }
  /** The server cannot tell now what it holds, and this device holds nothing. */
  | { kind: 'unknown'; words: string }

const loading: OpeningState = { kind: 'loading' }

export function useOpening({ userId }: User): { state: OpeningState; retry(): void; openBlank(): void } {
  const [state, setState] = useState(loading)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again.
  useEffect(() => {
    let isGone = false
    findOpening(userId).then((found) => {
      if (!isGone) setState(found)
    })
    return () => {
      isGone = true
    }
  }, [userId, tries])

  const retry = useCallback(() => {
    setState(loading)
    setTries((before) => before + 1)
  }, [])
  const isWaiting = state.kind === 'unknown'
  useEffect(() => (isWaiting ? onLineBack(retry) : undefined), [isWaiting, retry])
  return { state, retry, openBlank: () => setState({ kind: 'ready', opening: openBlank, step: null }) }
}

async function findOpening(userId: string): Promise<OpeningState> {
  const record = openRecord(userId)
  const step = record?.step ?? null
  try {
    const server = await loadDraft()
    return { kind: 'ready', opening: record ? openFromBoth(record, server) : openFromServer(server), step }
  } catch (error) {
    // Only trouble that passes is a reason to go on with what the device holds: a refusal has its reasons.
    if (!mayPass(error)) return { kind: 'failed', words: serverWords(error) }
    if (record) return { kind: 'ready', opening: openFromDevice(record), step }
    return { kind: 'unknown', words: serverWords(error) }
  }
}
