// Renders parts of the product's form; uploads end when the test says so.
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { FormProvider } from '#applicant/form/form-context.tsx'
import { createFormStore } from '#applicant/form/state/form-store.ts'
import { createFormUploads } from '#applicant/form/uploads/form-uploads.ts'
import {
  type FinishedUpload,
  UploadFailure,
  type UploadPort,
  UploadPortProvider,
} from '#applicant/form/uploads/upload-port.ts'
import { Toaster } from '#kit/ui/feedback/toaster.tsx'
import { type Answers, sections } from '#shared/application/sections.ts'
import { createEmptyAnswers } from '#shared/forms/section.ts'

interface SentFile {
  readonly file: File
  report(progress: number, bytes: number): void
  succeed(link?: string): void
  fail(message: string, how?: { isOffline: boolean; isFinal?: boolean }): void
}

const uploadMessages = {
  none: 'No files selected. Please select a file.',
  selectOne: 'Please select at least one file',
  failed: 'File upload failed',
  doneOne: 'File uploaded successfully!',
  doneMany: 'Files uploaded successfully!',
  formatSize: (bytes: number) => `${bytes} B`,
}

/**
 * Renders `parts` inside a form with these answers; all others are empty.
 * @param earlier files that were uploaded before the page was opened
 */
export function renderForm(parts: ReactNode, answers: Partial<Answers> = {}, earlier: readonly FinishedUpload[] = []) {
  const sent: SentFile[] = []
  const port: UploadPort = {
    maxBytes: 5 * 1024 * 1024,
    isTooLarge: ({ size }) => size > 5 * 1024 * 1024,
    messages: uploadMessages,
    list: async () => earlier,
    send: (file, onProgress, signal) =>
      new Promise((resolve, reject) => {
        sent.push({
          file,
          report: onProgress,
          succeed: (link = `/api/v1/files/${sent.length}`) => resolve({ link, size: file.size }),
          fail: (message, how = { isOffline: false }) => reject(new UploadFailure(message, how)),
        })
        signal.addEventListener('abort', () => reject(new DOMException('The upload was aborted.', 'AbortError')))
      }),
  }
  const form = createFormStore(sections, { ...createEmptyAnswers(sections), ...answers })
  const queue = createFormUploads(form, port)
  render(
    <UploadPortProvider value={port}>
      <FormProvider form={form} queue={queue}>
        {parts}
      </FormProvider>
      <Toaster duration={5000} />
    </UploadPortProvider>,
  )
  return { form, queue, sent, answers: () => form.getState().answers as Answers }
}
