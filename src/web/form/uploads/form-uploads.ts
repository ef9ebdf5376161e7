import { toast } from '#web/ui/feedback/toast.ts'
import { answerAt } from '../state/form-state.ts'
import type { FormStore } from '../state/form-store.ts'
import type { UploadPort } from './upload-port.ts'
import { createUploadQueue } from './upload-queue.ts'

/** The queue whose files become answers of this form, wherever their entries have moved meanwhile. */
export const uploadsFor = (form: FormStore, port: UploadPort) =>
  createUploadQueue(port, {
    arrived(place, link) {
      const links = answerAt(form.state(), place)
      if (Array.isArray(links)) form.answer(place, [...links, link])
    },
    done: (count) => toast.success(count === 1 ? port.words.doneOne : port.words.doneMany),
    failed: (message) => toast.error(message),
  })
