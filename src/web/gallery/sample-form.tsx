// A form of the gallery's own, with a question of every kind, and files that never leave the page.
import { type ReactNode, useEffect, useState } from 'react'
import {
  amount,
  choice,
  date,
  email,
  type Field,
  files,
  fixed,
  type Kind,
  paragraph,
  phone,
  text,
  year,
} from '#shared/forms/field.ts'
import { blankAnswers, defineGroup, defineList, defineSingle, type Sections } from '#shared/forms/section.ts'
import { FormProvider } from '#web/form/state/form-context.tsx'
import { createFormStore, type FormStore } from '#web/form/state/form-store.ts'
import { uploadsFor } from '../form/uploads/form-uploads.ts'
import { UploadFailure, type UploadPort, UploadPortProvider } from '../form/uploads/upload-port.ts'
import type { UploadQueue } from '../form/uploads/upload-queue.ts'

/** One of each; a new kind without one does not compile. */
const kinds: Record<Kind, Field> = {
  text: text('Course', { hint: 'As on the certificate.' }),
  paragraph: paragraph('Description', 300),
  email: email('Email'),
  phone: phone('Phone'),
  amount: amount('Amount'),
  year: year('Start year'),
  date: date('Date awarded'),
  choice: choice('Grade', { first: 'First Class', upper: 'Second Class Upper' }, { optional: true }),
  files: files('Certificate files', 'documentsAndWord'),
  fixed: fixed('Country', 'nigeria', 'Nigeria'),
}

/** All of them. */
export const everyKind = (title: string) => defineGroup({ title, fields: kinds })

/** Only the upload. */
export const onlyFiles = defineGroup({ title: 'Uploads', fields: { files: kinds.files } })

export const hobbies = defineSingle({
  title: 'Hobbies',
  field: paragraph('Hobbies', 300, { optional: true }),
  words: { none: 'No hobby available.' },
})

export const institutions = (title: string, min: number, max: number) =>
  defineList({
    title,
    noun: 'Institution',
    hint: 'The last one first.',
    fields: {
      name: text('Institution'),
      year: year('End year'),
      files: files('Files', 'documents', { optional: true }),
    },
    min,
    max,
    words: {
      none: 'No institutions available.',
      tooFew: 'At least one institution is required.',
      missing: 'All institution fields are required.',
    },
    summary: (one) => [one.name, one.year].filter(Boolean).join(', '),
  })

export const institution = (name: string) => ({ name, year: '2005', files: [] as string[] })

/** What the name of a file says happens to it. */
const port: UploadPort = {
  largest: 5 * 1024 * 1024,
  isTooLarge: ({ size }) => size > 5 * 1024 * 1024,
  words: {
    none: 'No files selected. Please select a file.',
    selectOne: 'Please select at least one file',
    failed: 'File upload failed',
    doneOne: 'File uploaded successfully!',
    doneMany: 'Files uploaded successfully!',
    size: (bytes) => `${bytes} bytes`,
  },
  async send({ name }, report, signal) {
    if (name.startsWith('damaged')) throw new UploadFailure('This file is damaged', { isOffline: false })
    if (name.startsWith('offline')) throw new UploadFailure('The line is down', { isOffline: true })
    if (!name.startsWith('slow')) return `/mark.svg?${name}`
    report(0.4)
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('Called off.'))))
  },
}

interface Props {
  /** By names that no other form of the page has: they become the ids of its controls. */
  sections: Sections
  answers?: Record<string, unknown>
  /** What happens to the form as soon as it stands. */
  begin?: (form: FormStore, queue: UploadQueue) => void
  children: ReactNode
}

export function SampleForm({ sections, answers = {}, begin, children }: Props) {
  const [{ form, queue }] = useState(() => {
    const form = createFormStore(sections, { ...blankAnswers(sections), ...answers })
    return { form, queue: uploadsFor(form, port) }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form begins once.
  useEffect(() => begin?.(form, queue), [])
  return (
    <UploadPortProvider value={port}>
      <FormProvider form={form} queue={queue}>
        {children}
      </FormProvider>
    </UploadPortProvider>
  )
}
