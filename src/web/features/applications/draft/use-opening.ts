// Finds the answers with which the form opens, here and on the server.
import { useEffect, useState } from 'react'
import type { User } from '#shared/contracts/accounts.ts'
import { NetworkError, serverWords } from '#web/lib/api-error.ts'
import { loadDraft } from './draft-calls.ts'
import { openRecord } from './draft-record.ts'
import { type Opening, openFromBoth, openFromDevice, openFromServer } from './opening.ts'

export type OpeningState =
  | { kind: 'loading' }
  | { kind: 'ready'; opening: Opening; step: number | null }
  /** `words` are the server's own, or empty when it did not answer. */
  | { kind: 'failed'; words: string }

const loading: OpeningState = { kind: 'loading' }

export function useOpening({ userId }: User): { state: OpeningState; retry(): void } {
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

  const retry = () => {
    setState(loading)
    setTries((before) => before + 1)
  }
  return { state, retry }
}

async function findOpening(userId: string): Promise<OpeningState> {
  const record = openRecord(userId)
  const step = record?.step ?? null
  try {
    const server = await loadDraft()
    return { kind: 'ready', opening: record ? openFromBoth(record, server) : openFromServer(server), step }
  } catch (error) {
    // Only a broken line is a reason to go on with what the device holds: a refusal has its reasons.
    if (record && error instanceof NetworkError) return { kind: 'ready', opening: openFromDevice(record), step }
    return { kind: 'failed', words: serverWords(error) }
  }
}
