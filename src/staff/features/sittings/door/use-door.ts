// The state of a door: the list of the sitting with the marks of this device, which are sent when they can be.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, DeviceError, describeFailure, isTemporary, NetworkError } from '#kit/http/api-error.ts'
import type { DoorList, DoorSeat, MarkAnswer, SeatsElsewhere } from '#shared/api/staff/attendance.ts'
import { staffSessionTimes } from '#shared/policy/limits.ts'
import { type AttendanceSource, type AttendanceState, maxMarksAtOnce } from '#shared/staff/attendance.ts'
import {
  countMarksOfOthers,
  type DoorPerson,
  isStorageLasting,
  readList,
  readMarks,
  removeMarks,
  removeOldLists,
  type StoredMark,
  storeList,
  storeMarks,
} from '#staff/entities/attendance/door-storage.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { canScan, prepareScanner } from './scanner.tsx'
import { storeDoorFiles } from './store-files.ts'

export interface Door {
  list: DoorList
  elsewhere: SeatsElsewhere | null
  /** Seats that went while the page was open: whose refused marks these are is still told, and kept nowhere. */
  gone: DoorSeat[]
  /** Those of this device that are not recorded yet, the oldest first. */
  waiting: StoredMark[]
  /** Those that the server did not take. */
  refused: StoredMark[]
  isOffline: boolean
  /** Why nothing can be sent, if it is not the connection. */
  failure: string | null
  /** Whether marks survive the page. */
  isLasting: boolean
  marksOfOthers: number
}

interface Options {
  sitting: string
  person: DoorPerson
  /** Whether there is a session with which to send. */
  isSignedIn: boolean
}

const retryMs = 10_000
const coverCheckMs = 10_000
/** Other devices mark, too. */
const refreshMs = 120_000
/** Seats move on the day, too; there are too many elsewhere to read them with every list. */
const elsewhereMs = 30 * 60_000
/** Without use the list is covered, and not read any more, so that the session ends as it does on other pages. */
const { idleMs } = staffSessionTimes
const uses = ['pointerdown', 'keydown'] as const

export function useDoor({ sitting, person, isSignedIn }: Options) {
  const [door, setDoor] = useState<Door | null>(null)
  const [error, setError] = useState<unknown>(null)
  /** Whether it is known what the device keeps. */
  const [isRead, setRead] = useState(false)
  /** One request after the other. */
  const isBusy = useRef(false)
  const latest = useRef<Door | null>(null)
  const lastUse = useRef(Date.now())
  /** When this page read who sits elsewhere. */
  const elsewhereAt = useRef(0)
  const [isCovered, setCovered] = useState(false)
  const noteUse = () => {
    lastUse.current = Date.now()
  }
  const update = (changes: Partial<Door>) => {
    if (latest.current) latest.current = { ...latest.current, ...changes }
    setDoor(latest.current)
  }

  async function show(list: DoorList, elsewhere: SeatsElsewhere | null) {
    const marks = await readMarks(sitting, person.id)
    latest.current = {
      list: withMarks(
        list,
        marks.filter(({ refused }) => !refused),
      ),
      elsewhere,
      gone: latest.current?.gone ?? [],
      waiting: marks.filter(({ refused }) => !refused),
      refused: marks.filter(({ refused }) => refused),
      isOffline: false,
      failure: latest.current?.failure ?? null,
      isLasting: await isStorageLasting(),
      marksOfOthers: await countMarksOfOthers(sitting, person.id),
    }
    setDoor(latest.current)
  }

  async function load() {
    const { data: list } = await staffCall('doorList', { params: { id: sitting } })
    const before = latest.current?.elsewhere ?? null
    const ids = new Set(list.seats.map(({ id }) => id))
    // Who had a seat here may have one elsewhere now.
    if (latest.current?.list.seats.some(({ id }) => !ids.has(id))) elsewhereAt.current = 0
    await storeList({ id: sitting, person, list, elsewhere: before })
    await show(list, before)
    if (before && Date.now() - elsewhereAt.current < elsewhereMs) return
    const { data: elsewhere } = await staffCall('seatsElsewhere', { params: { id: sitting } })
    elsewhereAt.current = Date.now()
    await storeList({ id: sitting, person, list, elsewhere })
    update({ elsewhere })
  }

  const readWaiting = async () => (await readMarks(sitting, person.id)).filter(({ refused }) => !refused)

  /** Also what is marked meanwhile. */
  async function send() {
    for (let waiting = await readWaiting(); waiting.length > 0; waiting = await readWaiting()) {
      const marks = waiting.slice(0, maxMarksAtOnce)
      const { data } = await staffCall('sendMarks', { params: { id: sitting }, body: { marks: marks.map(toSent) } })
      await settle(marks, data.answers)
    }
  }

  async function settle(sent: readonly StoredMark[], answers: readonly MarkAnswer[]) {
    const refused = sent.flatMap((mark, n) => {
      const why = answers[n]?.why
      return why ? [{ ...mark, refused: why }] : []
    })
    await removeMarks(sent.map(({ id }) => id))
    await storeMarks(refused)
    const current = latest.current
    if (!current) return
    const marks = new Map(answers.map(({ seat, mark }) => [seat, mark]))
    // A seat without a mark is not in this sitting any more.
    const isGone = ({ id }: DoorSeat) => marks.get(id) === null
    const list = {
      ...current.list,
      seats: current.list.seats
        .filter((seat) => !isGone(seat))
        .map((seat) => ({ ...seat, mark: marks.get(seat.id) ?? seat.mark })),
    }
    const gone = current.list.seats.filter(isGone)
    if (gone.length > 0) elsewhereAt.current = 0
    update({ gone: [...current.gone, ...gone] })
    await storeList({ id: sitting, person, list, elsewhere: current.elsewhere })
    await show(list, current.elsewhere)
  }

  /** Sends what waits, then reads the list anew when that is due. */
  async function exchange(isListDue: boolean) {
    if (isBusy.current || !isSignedIn) return
    isBusy.current = true
    try {
      await send()
      if (isListDue || !latest.current) {
        await load()
        await send()
      }
      update({ isOffline: false, failure: null })
      setError(null)
    } catch (thrown) {
      const isUnreachable = thrown instanceof NetworkError
      if (!latest.current) setError(thrown)
      const isOver = thrown instanceof ApiError && thrown.status === 401
      update({
        isOffline: isUnreachable,
        failure: isOver || isTemporary(thrown) ? null : describeFailure(thrown),
      })
    } finally {
      isBusy.current = false
    }
  }

  /** What the device keeps, and then what the server says. */
  async function open() {
    try {
      const stored = await readList(sitting, person.id)
      if (stored) await show(stored.list, stored.elsewhere)
    } catch {
      // With a connection the server has the list.
      if (!isSignedIn) setError(new DeviceError('This device cannot read the list that it keeps.'))
    }
    setRead(true)
    await exchange(true)
  }

  const uncover = () => {
    noteUse()
    setCovered(false)
  }
  const coverUnused = useEffectEvent(() => {
    if (Date.now() - lastUse.current >= idleMs) setCovered(true)
  })
  const start = useEffectEvent(async () => {
    if (isSignedIn) uncover()
    await removeOldLists(Date.now())
    await open()
    // What fails is tried again when it is needed, or when the door is opened again.
    if (latest.current) await Promise.allSettled([canScan() && prepareScanner(), storeDoorFiles()])
  })
  const refresh = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && Date.now() - lastUse.current < idleMs) void exchange(true)
  })
  const retry = useEffectEvent(() => {
    if (!latest.current || latest.current.waiting.length > 0) void exchange(false)
    // Only an answer says that the connection is back.
    else if (latest.current.isOffline) refresh()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins anew for another sitting, and after signing in.
  useEffect(() => {
    void start()
    const coverTimer = setInterval(coverUnused, coverCheckMs)
    // Timers rest while the device sleeps.
    document.addEventListener('visibilitychange', coverUnused)
    for (const use of uses) document.addEventListener(use, noteUse)
    const retryTimer = setInterval(retry, retryMs)
    const refreshTimer = setInterval(refresh, refreshMs)
    const onLine = () => refresh()
    addEventListener('online', onLine)
    return () => {
      clearInterval(coverTimer)
      document.removeEventListener('visibilitychange', coverUnused)
      for (const use of uses) document.removeEventListener(use, noteUse)
      clearInterval(retryTimer)
      clearInterval(refreshTimer)
      removeEventListener('online', onLine)
    }
  }, [sitting, isSignedIn])

  return {
    door,
    error,
    isRead,
    retry: () => void open(),
    isCovered,
    /** What the camera reads is a use, too. */
    noteUse,

    /**
     * With a connection only who is signed in sees the list again. Without one nobody can be asked who it is, and marking
     * must go on.
     */
    async uncover(): Promise<void> {
      try {
        await staffCall('doorList', { params: { id: sitting } })
      } catch (thrown) {
        if (!isTemporary(thrown)) return
        await removeOldLists(Date.now())
        if ((await readList(sitting, person.id)) === null) {
          latest.current = null
          setDoor(null)
          setError(thrown)
        }
      }
      uncover()
    },

    /** Kept on the device before anything else. */
    async mark(seat: DoorSeat, state: AttendanceState, source: AttendanceSource, reason = ''): Promise<void> {
      const mark: StoredMark = {
        id: crypto.randomUUID(),
        sitting,
        personId: person.id,
        seat: seat.id,
        state,
        reason,
        source,
        at: Date.now(),
        saw: seat.mark.marks,
        refused: null,
      }
      noteUse()
      await storeMarks([mark])
      if (latest.current)
        update({ list: withMarks(latest.current.list, [mark]), waiting: [...latest.current.waiting, mark] })
      void exchange(false)
    },

    /** The person has read that these are not recorded. */
    async dismiss(marks: readonly StoredMark[]): Promise<void> {
      await removeMarks(marks.map(({ id }) => id))
      update({ refused: [] })
    },

    async markAbsentees(): Promise<number> {
      const { data } = await staffCall('markAbsentees', { params: { id: sitting } })
      await exchange(true)
      return data.marked
    },
  }
}

const toSent = ({ id, seat, state, reason, source, at, saw }: StoredMark) => ({
  seat,
  mark: { id, state, reason, source, saw, secondsAgo: Math.max(0, Math.round((Date.now() - at) / 1_000)) },
})

/** The list as it is once these marks are recorded. */
function withMarks(list: DoorList, marks: readonly StoredMark[]): DoorList {
  const newest = new Map(marks.map((mark) => [mark.seat, mark]))
  return {
    ...list,
    seats: list.seats.map((seat) => {
      const mark = newest.get(seat.id)
      if (!mark) return seat
      const { state, reason, at, saw } = mark
      return {
        ...seat,
        mark: {
          state,
          reason,
          marks: Math.max(saw + 1, seat.mark.marks),
          hasConflict: false,
          by: null,
          at: new Date(at).toISOString(),
          against: null,
        },
      }
    }),
  }
}
