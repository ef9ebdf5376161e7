// Sends waiting uploads, a few at a time.
import type { Store } from '#web/lib/browser/store.ts'
import type { FieldPath } from '../state/form-state.ts'
import { removeUpload, type Upload, updateUpload } from './upload-list.ts'
import { UploadFailure, type UploadPort } from './upload-port.ts'

/** A finished upload of this visit. */
export interface SentFile {
  readonly name: string
  readonly size: number
  /** For a thumbnail; images only. */
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
    update(id, { state: 'sending', progress: 0, error: '' })
    try {
      const link = await port.send(file, (progress) => update(id, { progress }), controller.signal)
      if (!controller.signal.aborted) finish(upload, link)
    } catch (error) {
      if (!controller.signal.aborted) fail(upload, error)
    } finally {
      abortControllers.delete(id)
      sendWaiting()
    }
  }

  function finish({ id, path, file }: Upload, link: string) {
    uploadedFiles.set(link, { name: file.name, size: file.size, previewUrl: createPreviewUrl(file) })
    store.set(removeUpload(store.get(), id))
    events.onUploaded(path, link)
    events.onEnd(id, true)
  }

  function fail({ id }: Upload, error: unknown) {
    if (error instanceof UploadFailure && error.isOffline) return update(id, { state: 'stalled', progress: 0 })
    const message = error instanceof UploadFailure ? error.message : port.messages.failed
    update(id, { state: 'failed', error: message })
    events.onFailed(message)
    events.onEnd(id, false)
  }

  return {
    sendWaiting,
    abort: (id: number) => abortControllers.get(id)?.abort(),
    getUploadedFile: (link: string) => uploadedFiles.get(link),
  }
}

const createPreviewUrl = (file: File) => (file.type.startsWith('image/') ? URL.createObjectURL(file) : null)
