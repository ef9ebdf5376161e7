// Files on their way. They outlive the controls that they were chosen in: folding a card or going back stops none.
import { type Place, placeId } from '../state/form-state.ts'
import { UploadFailure, type UploadPort } from './upload-port.ts'

export interface Upload {
  readonly id: number
  readonly place: Place
  readonly file: File
  /** `stalled`: the line broke; it goes again by itself when the line is back. */
  readonly state: 'waiting' | 'sending' | 'stalled' | 'failed'
  /** How much has gone, 0 to 1. */
  readonly part: number
  /** Why it failed; empty otherwise. */
  readonly problem: string
}

/** What this visit knows of a finished upload, for a friendlier line than its link. */
export interface KnownFile {
  readonly name: string
  readonly size: number
  /** For a thumbnail; images only. */
  readonly picture: string | null
}

export interface UploadEvents {
  /** One file arrived, and belongs to the answer at this place. */
  arrived(place: Place, link: string): void
  /** All that were chosen together have come to an end, and this many of them well. */
  done(count: number): void
  failed(message: string): void
}

export type UploadQueue = ReturnType<typeof createUploadQueue>

/** More at once would only slow each other on a thin line. */
const atOnce = 2

export function createUploadQueue(port: UploadPort, events: UploadEvents) {
  let uploads: readonly Upload[] = []
  let lastId = 0
  const stops = new Map<number, AbortController>()
  const batches = new Map<number, { left: number; well: number }>()
  const known = new Map<string, KnownFile>()
  const listeners = new Set<() => void>()

  function become(next: readonly Upload[]) {
    uploads = next
    for (const tell of listeners) tell()
  }
  const change = (id: number, to: Partial<Upload>) =>
    become(uploads.map((one) => (one.id === id ? { ...one, ...to } : one)))
  const drop = (id: number) => become(uploads.filter((one) => one.id !== id))

  function pump() {
    const free = atOnce - uploads.filter(({ state }) => state === 'sending').length
    for (const { id } of uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))) void send(id)
  }

  async function send(id: number) {
    const upload = uploads.find((one) => one.id === id)
    if (!upload) return
    const stop = new AbortController()
    stops.set(id, stop)
    change(id, { state: 'sending', part: 0, problem: '' })
    try {
      const link = await port.send(upload.file, (part) => change(id, { part }), stop.signal)
      if (!stop.signal.aborted) arrive(upload, link)
    } catch (error) {
      if (!stop.signal.aborted) endBadly(upload, error)
    } finally {
      stops.delete(id)
      pump()
    }
  }

  function arrive({ id, place, file }: Upload, link: string) {
    known.set(link, { name: file.name, size: file.size, picture: pictureOf(file) })
    drop(id)
    events.arrived(place, link)
    settle(id, 1)
  }

  function endBadly({ id }: Upload, error: unknown) {
    if (error instanceof UploadFailure && error.isOffline) return change(id, { state: 'stalled', part: 0 })
    const problem = error instanceof UploadFailure ? error.message : port.words.failed
    change(id, { state: 'failed', problem })
    events.failed(problem)
    settle(id, 0)
  }

  /** A file that is tried again is a batch of its own. */
  function settle(id: number, well: 0 | 1) {
    const batch = batches.get(id) ?? { left: 1, well: 0 }
    batches.delete(id)
    batch.left -= 1
    batch.well += well
    if (batch.left === 0 && batch.well > 0) events.done(batch.well)
  }

  function again(these: (upload: Upload) => boolean) {
    become(uploads.map((one) => (these(one) ? { ...one, state: 'waiting', problem: '' } : one)))
    pump()
  }
  const isEnded = ({ state }: Upload) => state === 'stalled' || state === 'failed'

  function remove(id: number) {
    stops.get(id)?.abort()
    drop(id)
    settle(id, 0)
  }

  const countAt = (sections: readonly string[], states: readonly Upload['state'][]) =>
    uploads.filter(({ state, place }) => states.includes(state) && sections.includes(place.section)).length

  return {
    uploads: () => uploads,
    subscribe(tell: () => void) {
      listeners.add(tell)
      return () => {
        listeners.delete(tell)
      }
    },
    known: (link: string) => known.get(link),
    start(place: Place, files: readonly File[]) {
      const batch = { left: files.length, well: 0 }
      const started = files.map((file): Upload => {
        lastId += 1
        batches.set(lastId, batch)
        return { id: lastId, place, file, state: 'waiting', part: 0, problem: '' }
      })
      become([...uploads, ...started])
      pump()
    },
    retry: (id: number) => again((one) => one.id === id && isEnded(one)),
    /** The line is back. */
    resume: () => again(({ state }) => state === 'stalled'),
    remove,
    /** The entry is gone, and so is what was on its way to it. */
    removeRow(row: string) {
      for (const { id, place } of uploads) if (place.row === row) remove(id)
    },
    /** The entries that files are to arrive at, or have failed to. */
    awaited: (): ReadonlySet<string> => new Set(uploads.flatMap(({ place }) => place.row ?? [])),
    /** How many files are on their way to these sections now. */
    running: (sections: readonly string[]) => countAt(sections, ['waiting', 'sending']),
    /** How many files of these sections wait for the line; they are nowhere but in this page. */
    stalled: (sections: readonly string[]) => countAt(sections, ['stalled']),
  }
}

/** The files that belong to the answer at this place and have not arrived. */
export const uploadsAt = (uploads: readonly Upload[], place: Place) =>
  uploads.filter((upload) => placeId(upload.place) === placeId(place))

const pictureOf = (file: File) => (file.type.startsWith('image/') ? URL.createObjectURL(file) : null)
