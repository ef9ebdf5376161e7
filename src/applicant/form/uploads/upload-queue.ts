// The form's uploads. They outlive the control that started them: collapsing a card or changing the step stops none.
import { createStore } from '#kit/browser/store.ts'
import type { FieldPath } from '../state/form-state.ts'
import { countUploads, removeUpload, type Upload } from './upload-list.ts'
import type { UploadPort } from './upload-port.ts'
import { createUploadSender } from './upload-sender.ts'

export interface UploadEvents {
  /** A file was uploaded; the link belongs to the answer at this path. */
  onUploaded(path: FieldPath, link: string): void
  onFailed(message: string): void
  /** All files that were chosen together have ended; `count` of them were uploaded. */
  onBatchDone(count: number): void
}

export type UploadQueue = ReturnType<typeof createUploadQueue>

export function createUploadQueue(port: UploadPort, { onUploaded, onFailed, onBatchDone }: UploadEvents) {
  const store = createStore<readonly Upload[]>([])
  const batches = createBatches(onBatchDone)
  const sender = createUploadSender(port, store, { onUploaded, onFailed, onEnd: batches.end })
  let lastId = 0

  function retryWhere(matches: (upload: Upload) => boolean) {
    store.set(store.get().map((upload) => (matches(upload) ? { ...upload, state: 'waiting', error: '' } : upload)))
    sender.sendWaiting()
  }

  function remove(id: number) {
    sender.abort(id)
    store.set(removeUpload(store.get(), id))
    batches.end(id, false)
  }

  return {
    subscribe: store.subscribe,
    getUploads: store.get,
    add(path: FieldPath, files: readonly File[]) {
      const added = files.map((file): Upload => {
        lastId += 1
        return { id: lastId, path, file, state: 'waiting', progress: 0, bytes: null, error: '' }
      })
      batches.start(added.map(({ id }) => id))
      store.set([...store.get(), ...added])
      sender.sendWaiting()
    },
    retry: (id: number) => retryWhere((one) => one.id === id && (one.state === 'stalled' || one.state === 'failed')),
    /** To be called when the connection is back. */
    retryStalled: () => retryWhere(({ state }) => state === 'stalled'),
    remove,
    /** Stops the uploads whose path does not fit any more; all of them without a condition. */
    removeUnless(fits: (path: FieldPath) => boolean = () => false) {
      for (const { id, path } of store.get()) if (!fits(path)) remove(id)
    },
    getUploadedFile: sender.getUploadedFile,
    loadEarlierFiles: sender.loadEarlierFiles,
    /** The entries with an upload that is not finished, failed ones included. */
    getPendingEntryIds: (): ReadonlySet<string> => new Set(store.get().flatMap(({ path }) => path.entryId ?? [])),
    countRunning: (sections: readonly string[]) => countUploads(store.get(), sections, ['waiting', 'sending']),
    countFailed: (sections: readonly string[]) => countUploads(store.get(), sections, ['failed']),
    /** Stalled files exist only in this page: closing it would lose them. */
    countStalled: (sections: readonly string[]) => countUploads(store.get(), sections, ['stalled']),
  }
}

/** Files that were chosen together are announced together. */
function createBatches(onDone: (count: number) => void) {
  const batches = new Map<number, { left: number; uploaded: number }>()
  return {
    start(ids: readonly number[]) {
      const batch = { left: ids.length, uploaded: 0 }
      for (const id of ids) batches.set(id, batch)
    },
    end(id: number, isUploaded: boolean) {
      // An upload that is retried after a failure is a batch of its own.
      const batch = batches.get(id) ?? { left: 1, uploaded: 0 }
      batches.delete(id)
      batch.left -= 1
      if (isUploaded) batch.uploaded += 1
      if (batch.left === 0 && batch.uploaded > 0) onDone(batch.uploaded)
    },
  }
}
