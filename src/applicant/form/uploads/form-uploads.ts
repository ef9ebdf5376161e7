import { toast } from '#kit/ui/feedback/toast.ts'
import { getAnswer } from '../state/form-state.ts'
import type { FormStore } from '../state/form-store.ts'
import type { UploadPort } from './upload-port.ts'
import { createUploadQueue } from './upload-queue.ts'

/** A queue that appends the links of finished uploads to the form's answers. Uploads end with the entry that they are for. */
export function createFormUploads(form: FormStore, port: UploadPort) {
  const queue = createUploadQueue(port, {
    onUploaded(path, link) {
      const links = getAnswer(form.getState(), path)
      if (Array.isArray(links)) form.setAnswer(path, [...links, link])
    },
    onFailed: (message) => toast.error(message),
    onBatchDone: (count) => toast.success(count === 1 ? port.messages.doneOne : port.messages.doneMany),
  })
  // It was removed here, or replaced by what another window has saved.
  form.subscribe(() => queue.removeUnless((path) => getAnswer(form.getState(), path) !== undefined))
  return queue
}
