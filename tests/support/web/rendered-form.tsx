// A form on the screen, over the product's own sections, with files that go where the test tells them to.
import { configure, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { type Answers, sections } from '#shared/application/sections.ts'
import { blankAnswers } from '#shared/forms/section.ts'
import { FormProvider } from '#web/form/state/form-context.tsx'
import { createFormStore } from '#web/form/state/form-store.ts'
import { uploadsFor } from '#web/form/uploads/form-uploads.ts'
import { UploadFailure, type UploadPort, UploadPortProvider } from '#web/form/uploads/upload-port.ts'
import { Toaster } from '#web/ui/feedback/toaster.tsx'

// Parts of the form load when they are needed, on machines that do much else at the same time.
configure({ asyncUtilTimeout: 10_000 })

interface SentFile {
  readonly file: File
  report(part: number): void
  arrive(link?: string): void
  fail(message: string, how?: { isOffline: boolean }): void
}

const uploadWords = {
  none: 'No files selected. Please select a file.',
  selectOne: 'Please select at least one file',
  failed: 'File upload failed',
  doneOne: 'File uploaded successfully!',
  doneMany: 'Files uploaded successfully!',
  size: (bytes: number) => `${bytes} B`,
}

/** Draws parts of a form that opens with these answers; the rest is blank. */
export function showForm(parts: ReactNode, answers: Partial<Answers> = {}) {
  const sent: SentFile[] = []
  const port: UploadPort = {
    largest: 5 * 1024 * 1024,
    isTooLarge: ({ size }) => size > 5 * 1024 * 1024,
    words: uploadWords,
    send: (file, report, signal) =>
      new Promise((resolve, reject) => {
        sent.push({
          file,
          report,
          arrive: (link = `/api/v1/files/${sent.length}`) => resolve(link),
          fail: (message, how = { isOffline: false }) => reject(new UploadFailure(message, how)),
        })
        signal.addEventListener('abort', () => reject(new DOMException('Called off.', 'AbortError')))
      }),
  }
  const form = createFormStore(sections, { ...blankAnswers(sections), ...answers })
  const queue = uploadsFor(form, port)
  render(
    <UploadPortProvider value={port}>
      <FormProvider form={form} queue={queue}>
        {parts}
      </FormProvider>
      <Toaster stay={5000} />
    </UploadPortProvider>,
  )
  return { form, queue, sent, answers: () => form.state().answers as Answers }
}
