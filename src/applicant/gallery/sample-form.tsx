// The gallery's own form, with a question of every kind, and uploads that never leave the page.
import { type ReactNode, useEffect, useState } from 'react'
import { FormProvider } from '#applicant/form/form-context.tsx'
import { createFormStore, type FormStore } from '#applicant/form/state/form-store.ts'
import {
  amount,
  choice,
  constant,
  date,
  email,
  type Field,
  type FieldKind,
  filesField,
  paragraph,
  phone,
  text,
  year,
} from '#shared/forms/field.ts'
import { createEmptyAnswers, defineGroup, defineList, defineSingle, type Sections } from '#shared/forms/section.ts'
import { createFormUploads } from '../form/uploads/form-uploads.ts'
import { UploadFailure, type UploadPort, UploadPortProvider } from '../form/uploads/upload-port.ts'
import type { UploadQueue } from '../form/uploads/upload-queue.ts'

/** One of each. A new kind without an example does not compile. */
const kinds: Record<FieldKind, Field> = {
  text: text('Course', { hint: 'As on the certificate.' }),
  paragraph: paragraph('Description', 300),
  email: email('Email'),
  phone: phone('Phone'),
  amount: amount('Amount'),
  year: year('Start year'),
  date: date('Date awarded'),
  choice: choice('Grade', { first: 'First Class', upper: 'Second Class Upper' }, { optional: true }),
  files: filesField('Certificate files', 'documentsAndWord'),
  fixed: constant('Country', 'nigeria', 'Nigeria'),
}

export const everyKind = (title: string) => defineGroup({ title, fields: kinds })

export const onlyFiles = defineGroup({ title: 'Uploads', fields: { files: kinds.files } })

export const sampleHobbies = defineSingle({
  title: 'Hobbies',
  field: paragraph('Hobbies', 300, { optional: true }),
  messages: { none: 'No hobby available.' },
})

export const createSampleInstitutions = (title: string, min: number, max: number) =>
  defineList({
    title,
    noun: 'Institution',
    hint: 'The last one first.',
    fields: {
      name: text('Institution'),
      year: year('End year'),
      files: filesField('Files', 'documents', { optional: true }),
    },
    min,
    max,
    messages: {
      none: 'No institutions available.',
      tooFew: 'At least one institution is required.',
      missing: 'All institution fields are required.',
    },
    summary: (one) => [one.name, one.year].filter(Boolean).join(', '),
  })

export const createSampleInstitution = (name: string) => ({ name, year: '2005', files: [] as string[] })

/** A file's name decides what happens to it. */
const port: UploadPort = {
  maxBytes: 5 * 1024 * 1024,
  isTooLarge: ({ size }) => size > 5 * 1024 * 1024,
  messages: {
    none: 'No files selected. Please select a file.',
    selectOne: 'Please select at least one file',
    failed: 'File upload failed',
    doneOne: 'File uploaded successfully!',
    doneMany: 'Files uploaded successfully!',
    formatSize: (bytes) => `${bytes} bytes`,
  },
  list: async () => [],
  async send({ name, size }, report, signal) {
    if (name.startsWith('damaged')) throw new UploadFailure('This file is damaged', { isOffline: false })
    if (name.startsWith('offline')) throw new UploadFailure('Offline', { isOffline: true })
    if (!name.startsWith('slow')) return { link: `/mark.svg?${name}`, size }
    report(0.4, size)
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('Called off.'))))
  },
}

interface Props {
  /** Their names must be unique on the page, because they become the ids of the controls. */
  sections: Sections
  answers?: Record<string, unknown>
  /** Changes the form once it is mounted. */
  onMount?: (form: FormStore, queue: UploadQueue) => void
  children: ReactNode
}

export function SampleForm({ sections, answers = {}, onMount, children }: Props) {
  const [{ form, queue }] = useState(() => {
    const form = createFormStore(sections, { ...createEmptyAnswers(sections), ...answers })
    return { form, queue: createFormUploads(form, port) }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per form.
  useEffect(() => onMount?.(form, queue), [])
  return (
    <UploadPortProvider value={port}>
      <FormProvider form={form} queue={queue}>
        {children}
      </FormProvider>
    </UploadPortProvider>
  )
}
