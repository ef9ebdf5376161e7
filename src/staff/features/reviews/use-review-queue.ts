// The reviewer's queue. Recording goes on in the background while the next case, which was loaded ahead, is on the page.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toast } from '#kit/ui/feedback/toast.ts'
import { joinFilter } from '#shared/lists/filter-values.ts'
import { cacheNewest, cacheProgress } from '#staff/entities/application/application-cache.ts'
import { applicationQuery, type CaseDetails } from '#staff/entities/application/application-query.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { recordCase } from './verdict/record-case.ts'
import type { ReviewDraft } from './verdict/review-draft.ts'
import { resetDraft } from './verdict/use-review-draft.ts'
import type { RecordKind } from './verdict/verdict-panel.tsx'

interface Progress {
  done: number
  total: number
  more: boolean
}

interface QueueState {
  /** Null when nothing waits, undefined while that is being asked. */
  current: string | null | undefined
  following: string | null
  progress: Progress | null
  error: unknown
}

interface Failure {
  number: string
  error: unknown
}

export interface ReviewQueue extends QueueState {
  skipped: readonly string[]
  /** Cases whose recording was refused; each with its draft. */
  failures: readonly Failure[]
  /** Cases that are being recorded now. */
  recording: readonly string[]
  record(details: CaseDetails, kind: RecordKind, draft: ReviewDraft): void
  skip(): void
  /** To the case before this one; undefined for the first. */
  goBack: (() => void) | undefined
  open(number: string): void
  /** A case is no longer the person's. */
  drop(number: string): void
  reload(options?: { withSkipped: boolean }): void
}

const startState: QueueState = { current: undefined, following: null, progress: null, error: null }

export function useReviewQueue(): ReviewQueue {
  const client = useQueryClient()
  const { state, lists, isCurrent, show } = useNextCases()
  const [failures, setFailures] = useState<readonly Failure[]>([])
  const [visited, setVisited] = useState<readonly string[]>([])
  const { skipped, pending } = lists.current

  function advance() {
    const { current, following } = state
    if (current) setVisited((before) => [...before.filter((one) => one !== current), current])
    show(following ?? undefined)
  }

  async function record({ number }: CaseDetails, kind: RecordKind, draft: ReviewDraft) {
    // Who has gone back to it records it once.
    if (lists.current.pending.includes(number)) return
    lists.current = { ...lists.current, pending: [...lists.current.pending, number] }
    setFailures((before) => before.filter((failure) => failure.number !== number))
    const recording = recordCase(number, kind, draft)
    advance()
    try {
      const progress = await recording
      lists.current.skipped = without(lists.current.skipped, number)
      resetDraft(client, number, draft, progress.status.version)
      cacheProgress(client, progress)
    } catch (error) {
      cacheNewest(client, error)
      setFailures((before) => [...before, { number, error }])
      // The page may be gone; the case comes again, with all that was typed.
      toast.error(`${number} is not recorded yet.`)
    } finally {
      lists.current.pending = without(lists.current.pending, number)
      show()
    }
  }

  const previous = visited.at(-1)
  return {
    ...state,
    skipped,
    failures,
    recording: pending,
    record: (...given) => void record(...given),
    skip() {
      if (state.current) lists.current.skipped = [...without(skipped, state.current), state.current]
      advance()
    },
    goBack: previous
      ? () => {
          setVisited(visited.slice(0, -1))
          show(previous)
        }
      : undefined,
    open(number) {
      setFailures((before) => before.filter((failure) => failure.number !== number))
      show(number)
    },
    drop(number) {
      setVisited((before) => without(before, number))
      if (isCurrent(number)) show(state.following ?? undefined)
      else show()
    },
    reload(options) {
      if (options?.withSkipped) lists.current.skipped = []
      show(undefined)
    },
  }
}

const without = (numbers: readonly string[], number: string) => numbers.filter((one) => one !== number)

interface NextCases {
  state: QueueState
  /** What the queue leaves out; read by answers that arrive later. */
  lists: { current: { skipped: readonly string[]; pending: readonly string[] } }
  /** Whether it is the case on the page, whenever that is asked. */
  isCurrent(number: string): boolean
  /**
   * Shows a case, the first of the queue for undefined, or without an argument the same as before; and asks what comes
   * after it.
   */
  show(...next: [number?: string | undefined]): void
}

/** The case on the page and the one after it, which is loaded ahead. */
function useNextCases(): NextCases {
  const client = useQueryClient()
  const { exercise } = useChosenExercise()
  const year = exercise?.year
  const [state, setState] = useState(startState)
  const current = useRef<string | null | undefined>(undefined)
  const lists = useRef<NextCases['lists']['current']>({ skipped: [], pending: [] })
  const newestLoad = useRef(0)

  async function load() {
    newestLoad.current += 1
    const thisLoad = newestLoad.current
    const { skipped, pending } = lists.current
    try {
      const { data } = await staffCall('nextReview', {
        query: { exercise: year, skip: joinFilter([...skipped, ...pending]) },
      })
      if (thisLoad !== newestLoad.current) return
      current.current ??= data.number
      const following = data.number === current.current ? data.following : data.number
      if (following) void client.prefetchQuery(applicationQuery(following))
      setState({ current: current.current, following, progress: data.progress, error: null })
    } catch (error) {
      if (thisLoad === newestLoad.current) setState((before) => ({ ...before, error }))
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the queue is asked for once for each exercise; later by what happens on the page
  useEffect(() => {
    current.current = undefined
    setState(startState)
    void load()
  }, [year])

  return {
    state,
    lists,
    isCurrent: (number) => number === current.current,
    show(...next) {
      if (next.length > 0) {
        current.current = next[0]
        setState((before) => ({ ...before, current: next[0], following: null, error: null }))
      }
      void load()
    },
  }
}
