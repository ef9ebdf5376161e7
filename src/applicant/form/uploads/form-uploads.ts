import { toast } from '#kit/ui/feedback/toast.ts'
import { getAnswer } from '../state/form-state.ts'
import type { FormStore } from '../state/form-store.ts'
import type { UploadPort } from './upload-port.ts'
import { createUploadQueue } from './upload-queue.ts'

/** A queue that appends the links of finished uploads to the form's answers. */
export const createFormUploads = (form: FormStore, port: UploadPort) =>
  createUploadQueue(port, {
    onUploaded(path, link) {
      const links = getAnswer(form.getState(), path)
      if (Array.isArray(links)) form.setAnswer(path, [...links, link])
    },
    onFailed: (message) => toast.error(message),
    onBatchDone: (count) => toast.success(count === 1 ? port.messages.doneOne : port.messages.doneMany),
  })
