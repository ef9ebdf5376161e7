import { useRef, useSyncExternalStore } from 'react'
import { FieldGroup } from '#web/ui/inputs/field-group.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { useForm } from '../state/form-context.tsx'
import { placeId } from '../state/form-state.ts'
import { FileDrop, sizeWords } from '../uploads/file-drop.tsx'
import { ArrivedFile, UploadingFile } from '../uploads/file-row.tsx'
import { acceptedTypes } from '../uploads/file-types.ts'
import { useUploadPort } from '../uploads/upload-port.ts'
import { type Upload, uploadsAt } from '../uploads/upload-queue.ts'
import { type ControlProps, wordsOf } from './control.ts'
import styles from './files-control.module.css'

export function FilesControl(control: ControlProps) {
  const { place, field, answer, complaint, onAnswer, onLeave } = control
  const { queue } = useForm()
  const { largest, words } = useUploadPort()
  const uploads = uploadsAt(useSyncExternalStore(queue.subscribe, queue.uploads, queue.uploads), place)
  const zone = useRef<HTMLDivElement>(null)
  const links = Array.isArray(answer) ? (answer as string[]) : []
  const accepts = field.accepts ?? 'documents'
  const free = field.max - links.length - uploads.length

  // The button that was pressed goes with its row; the focus must not fall to the top of the page.
  const thenFocusDrop = (act: () => void) => () => {
    act()
    zone.current?.querySelector<HTMLElement>('button')?.focus()
  }

  return (
    <FieldGroup {...wordsOf(control)} id={placeId(place)}>
      {({ id }) => (
        <div className={styles.files} ref={zone}>
          <FileDrop
            id={id}
            label={field.label}
            accepts={accepts}
            limit={field.max}
            free={free}
            invalid={complaint !== undefined}
            onFiles={(files) => queue.start(place, files)}
            onNothing={onLeave}
          >
            {acceptedTypes[accepts].words}, up to {sizeWords(largest)} each.
          </FileDrop>
          {links.length + uploads.length > 0 && (
            <ul className={styles.list}>
              {links.map((link, i) => (
                <ArrivedFile
                  key={link}
                  number={i + 1}
                  link={link}
                  known={queue.known(link)}
                  sizeWords={words.size}
                  onRemove={thenFocusDrop(() => onAnswer(links.filter((other) => other !== link)))}
                />
              ))}
              {uploads.map((upload) => (
                <UploadingFile
                  key={upload.id}
                  upload={upload}
                  sizeWords={words.size}
                  onRetry={() => queue.retry(upload.id)}
                  onRemove={thenFocusDrop(() => queue.remove(upload.id))}
                />
              ))}
            </ul>
          )}
          <VisuallyHidden>
            <span role="status">{progressWords(uploads)}</span>
          </VisuallyHidden>
        </div>
      )}
    </FieldGroup>
  )
}

function progressWords(uploads: readonly Upload[]) {
  const running = uploads.filter(({ state }) => state === 'waiting' || state === 'sending').length
  if (running > 0) return running === 1 ? 'Uploading 1 file' : `Uploading ${running} files`
  const stalled = uploads.filter(({ state }) => state === 'stalled').length
  if (stalled > 0) return stalled === 1 ? '1 file waits for the line' : `${stalled} files wait for the line`
  return ''
}
