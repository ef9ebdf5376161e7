// What a device keeps of a door: the list of the sitting, until nobody is left to be marked or the person signs out, and the
// marks that have not been sent. A mark names a seat, nobody's name.
import type { DoorList, SeatsElsewhere } from '#shared/api/staff/attendance.ts'
import {
  type AttendanceSource,
  type AttendanceState,
  doorListKeptMs,
  type MarkRefusal,
} from '#shared/staff/attendance.ts'

export interface DoorPerson {
  id: string
  name: string
}

export interface StoredList {
  /** Of the sitting. */
  id: string
  /** Whose list it is: nobody else of this device opens it. */
  person: DoorPerson
  list: DoorList
  elsewhere: SeatsElsewhere | null
}

export interface StoredMark {
  id: string
  sitting: string
  personId: string
  seat: string
  state: AttendanceState
  reason: string
  source: AttendanceSource
  /** Milliseconds since 1970, by the clock of the device. */
  at: number
  /** How many marks of the seat the device knew. */
  saw: number
  /** Why the server did not record it; null while it waits. */
  refused: MarkRefusal | null
}

const storeNames = ['lists', 'marks'] as const
type StoreName = (typeof storeNames)[number]
interface Stored {
  lists: StoredList
  marks: StoredMark
}

/** Used where the browser keeps nothing, as in some private windows: until the page is closed. */
const memory: { [S in StoreName]: Map<string, Stored[S]> } = { lists: new Map(), marks: new Map() }

let opened: Promise<IDBDatabase | null> | undefined

/** Null where the browser refuses. */
const openDatabase = (): Promise<IDBDatabase | null> => {
  opened ??= new Promise<IDBDatabase | null>((resolve) => {
    if (!('indexedDB' in globalThis)) return resolve(null)
    const request = indexedDB.open('staff-door', 1)
    request.onupgradeneeded = () => {
      for (const name of storeNames) request.result.createObjectStore(name, { keyPath: 'id' })
    }
    request.onsuccess = () => {
      // Browsers close it by themselves, as on a phone that was asleep: the next use opens it again.
      request.result.onclose = () => {
        opened = undefined
      }
      resolve(request.result)
    }
    request.onerror = () => resolve(null)
    // Some browsers refuse at once.
  }).catch(() => null)
  return opened
}

interface Rows<R> {
  put(row: R): unknown
  delete(id: string): unknown
}

async function change<S extends StoreName>(name: S, work: (rows: Rows<Stored[S]>) => void): Promise<void> {
  const database = await openDatabase()
  if (!database) {
    const map: Map<string, Stored[S]> = memory[name]
    return work({ put: (row) => map.set(row.id, row), delete: (id) => map.delete(id) })
  }
  const transaction = database.transaction(name, 'readwrite', { durability: 'strict' })
  work(transaction.objectStore(name))
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
}

async function readAll<S extends StoreName>(name: S): Promise<Stored[S][]> {
  const database = await openDatabase()
  if (!database) return [...memory[name].values()]
  const request = database.transaction(name).objectStore(name).getAll() as IDBRequest<Stored[S][]>
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

const put = <S extends StoreName>(name: S, rows: readonly Stored[S][]) =>
  change(name, (stored) => {
    for (const row of rows) stored.put(row)
  })

const remove = (name: StoreName, ids: readonly string[]) =>
  change(name, (stored) => {
    for (const id of ids) stored.delete(id)
  })

/** Whether what is stored survives the page. */
export const isStorageLasting = async (): Promise<boolean> => (await openDatabase()) !== null

/** Once the door needs it no longer it goes instead. */
export async function storeList(list: StoredList): Promise<void> {
  await put('lists', [list])
  await removeOldLists(Date.now())
}

/** @param personId null for the person who opened it last, while nobody can be asked who it is */
export async function readList(sitting: string, personId: string | null): Promise<StoredList | null> {
  const found = (await readAll('lists')).find(({ id }) => id === sitting)
  return found && (personId === null || found.person.id === personId) ? found : null
}

export const storeMarks = (marks: readonly StoredMark[]): Promise<void> => put('marks', marks)
export const removeMarks = (ids: readonly string[]): Promise<void> => remove('marks', ids)

/** Of this person; those of one seat in the order in which they were made, also when the clock was set back between them. */
export const readMarks = async (sitting: string, personId: string): Promise<StoredMark[]> =>
  (await readAll('marks'))
    .filter((mark) => mark.sitting === sitting && mark.personId === personId)
    .sort((one, other) => one.saw - other.saw || one.at - other.at)

/** How many marks of other people wait on this device. */
export const countMarksOfOthers = async (sitting: string, personId: string): Promise<number> =>
  (await readAll('marks')).filter((mark) => mark.sitting === sitting && mark.personId !== personId && !mark.refused)
    .length

/** Until the sitting is over and everybody is marked, and some hours after its end at most. */
function isNeeded({ sitting, seats }: DoorList, now: number): boolean {
  const endsAt = Date.parse(sitting.endsAt)
  const isOver = sitting.state !== 'open' || endsAt <= now
  const isFinished = isOver && seats.every(({ mark }) => mark.state !== null && !mark.hasConflict)
  return !isFinished && now < endsAt + doorListKeptMs
}

async function removeListsThat(isOver: (list: StoredList, waiting: ReadonlySet<string>) => boolean): Promise<void> {
  try {
    const waiting = new Set((await readAll('marks')).filter(({ refused }) => !refused).map(({ sitting }) => sitting))
    const lists = (await readAll('lists')).filter((list) => isOver(list, waiting))
    await remove(
      'lists',
      lists.map(({ id }) => id),
    )
  } catch {
    // Nobody waits for it, and the next page or session removes them.
  }
}

/** Removes the lists that no door needs any more, once their marks have been sent. */
export const removeOldLists = (now: number): Promise<void> =>
  removeListsThat(({ id, list }, waiting) => !waiting.has(id) && !isNeeded(list, now))

/** At the end of a session: names go, marks that wait for their person stay. @param personId whose lists stay */
export const removeLists = (personId: string | null = null): Promise<void> =>
  removeListsThat(({ person }) => person.id !== personId)
