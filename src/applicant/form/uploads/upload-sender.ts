// Sends waiting uploads, a few at a time.
import type { Store } from '#kit/browser/store.ts'
import type { FieldPath } from '../state/form-state.ts'
import { removeUpload, type Upload, updateUpload } from './upload-list.ts'
import { type FinishedUpload, UploadFailure, type UploadPort } from './upload-port.ts'

export interface SentFile extends FinishedUpload {
  /** For a thumbnail; images of this visit only. */
  readonly previewUrl: string | null
}

interface SenderEvents {
  onUploaded(path: FieldPath, link: string): void
  onFailed(message: string): void
  /** Follows each of the two. Not called for a stalled upload: it is not over. */
  onEnd(id: number, isUploaded: boolean): void
}

/** On a slow connection more uploads at once would only slow each other down. */
const maxConcurrent = 2

export function createUploadSender(port: UploadPort, store: Store<readonly Upload[]>, events: SenderEvents) {
  const uploadedFiles = new Map<string, SentFile>()
  const abortControllers = new Map<number, AbortController>()
  const update = (id: number, change: Partial<Upload>) => store.set(updateUpload(store.get(), id, change))

  function sendWaiting() {
    const running = store.get().filter(({ state }) => state === 'sending').length
    const waiting = store.get().filter(({ state }) => state === 'waiting')
    for (const upload of waiting.slice(0, Math.max(0, maxConcurrent - running))) void send(upload)
  }

  async function send(upload: Upload) {
    const { id, file } = upload
    const controller = new AbortController()
    abortControllers.set(id, controller)
    update(id, { state: 'sending', progress: 0, bytes: null, error: '' })
    try {
      const sent = await port.send(file, (progress, bytes) => update(id, { progress, bytes }), controller.signal)
      if (!controller.signal.aborted) finish(upload, sent)
    } catch (error) {
      if (!controller.signal.aborted) fail(upload, error)
    } finally {
      abortControllers.delete(id)
      sendWaiting()
    }
  }

  function finish({ id, path, file }: Upload, { link, size }: { link: string; size: number }) {
    uploadedFiles.set(link, { link, name: file.name, size, previewUrl: createPreviewUrl(file) })
    store.set(removeUpload(store.get(), id))
    events.onUploaded(path, link)
    events.onEnd(id, true)
  }

  function fail({ id }: Upload, error: unknown) {
    if (error instanceof UploadFailure && error.isOffline) return update(id, { state: 'stalled', progress: 0 })
    const message = error instanceof UploadFailure ? error.message : port.messages.failed
    update(id, { state: 'failed', error: message, isFinal: error instanceof UploadFailure && error.isFinal })
    events.onFailed(message)
    events.onEnd(id, false)
  }

  let isListed = false
  /** Loads names and sizes of the files of earlier visits, once. Without them the links still work. */
  async function loadEarlierFiles() {
    if (isListed) return
    isListed = true
    const earlier = await port.list().catch(() => [])
    for (const file of earlier)
      if (!uploadedFiles.has(file.link)) uploadedFiles.set(file.link, { ...file, previewUrl: null })
    store.set([...store.get()])
  }

  return {
    sendWaiting,
    loadEarlierFiles,
    abort: (id: number) => abortControllers.get(id)?.abort(),
    getUploadedFile: (link: string) => uploadedFiles.get(link),
  }
}

const createPreviewUrl = (file: File) => (file.type.startsWith('image/') ? URL.createObjectURL(file) : null)
