import { useEffect, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from '#applicant/form/form-context.tsx'
import { FieldGroup } from '#kit/ui/inputs/field-group.tsx'
import { VisuallyHidden } from '#kit/ui/layout/visually-hidden.tsx'
import { listFileTypes } from '#shared/forms/file-types.ts'
import { getFieldId } from '../state/form-state.ts'
import { FileDrop, formatMegabytes } from '../uploads/file-drop.tsx'
import { UploadedFileRow, UploadRow } from '../uploads/file-row.tsx'
import { filterUploads, type Upload } from '../uploads/upload-list.ts'
import { useUploadPort } from '../uploads/upload-port.ts'
import { type ControlProps, getFieldProps } from './control.ts'
import styles from './files-control.module.css'

export function FilesControl(control: ControlProps) {
  const { path, field, answer, error, onAnswer, onLeave } = control
  const { queue } = useForm()
  const { maxBytes, messages } = useUploadPort()
  const uploads = filterUploads(useSyncExternalStore(queue.subscribe, queue.getUploads, queue.getUploads), path)
  const links = Array.isArray(answer) ? (answer as string[]) : []
  const isNameless = links.some((link) => !queue.getUploadedFile(link))
  useEffect(() => {
    if (isNameless) void queue.loadEarlierFiles()
  }, [isNameless, queue])
  const accepts = field.accepts ?? 'documents'
  const freeSlots = field.max - links.length - uploads.length

  // The clicked button disappears, alone or with its row; a full answer has no other one before.
  const thenFocusDrop = (action: () => void) => () => {
    flushSync(action)
    document.getElementById(getFieldId(path))?.focus()
  }
  const addFiles = (files: File[]) => {
    const focused = document.activeElement
    flushSync(() => queue.add(path, files))
    // The button that they were chosen with goes once the answer is full.
    if (!focused?.isConnected) document.getElementById(getFieldId(path))?.focus()
  }

  return (
    <FieldGroup {...getFieldProps(control)} id={getFieldId(path)}>
      {({ id }) => (
        <div className={styles.files}>
          <FileDrop
            id={id}
            label={field.label}
            accepts={accepts}
            maxFiles={field.max}
            freeSlots={freeSlots}
            invalid={error !== undefined}
            onFiles={addFiles}
            onCancel={onLeave}
          >
            {listFileTypes(accepts)}, up to {formatMegabytes(maxBytes)} each.
          </FileDrop>
          {links.length + uploads.length > 0 && (
            <ul className={styles.list}>
              {links.map((link, i) => (
                <UploadedFileRow
                  key={link}
                  number={i + 1}
                  link={link}
                  uploaded={queue.getUploadedFile(link)}
                  formatSize={messages.formatSize}
                  onRemove={thenFocusDrop(() => onAnswer(links.filter((other) => other !== link)))}
                />
              ))}
              {uploads.map((upload) => (
                <UploadRow
                  key={upload.id}
                  upload={upload}
                  formatSize={messages.formatSize}
                  onRetry={thenFocusDrop(() => queue.retry(upload.id))}
                  onRemove={thenFocusDrop(() => queue.remove(upload.id))}
                />
              ))}
            </ul>
          )}
          <VisuallyHidden>
            <span role="status">{describeProgress(uploads)}</span>
          </VisuallyHidden>
        </div>
      )}
    </FieldGroup>
  )
}

function describeProgress(uploads: readonly Upload[]) {
  const running = uploads.filter(({ state }) => state === 'waiting' || state === 'sending').length
  if (running > 0) return running === 1 ? 'Uploading 1 file' : `Uploading ${running} files`
  const stalled = uploads.filter(({ state }) => state === 'stalled').length
  if (stalled > 0) return stalled === 1 ? '1 file is waiting for network' : `${stalled} files are waiting for network`
  return ''
}
