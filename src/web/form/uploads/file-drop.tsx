// Where files are dropped or chosen: a real button inside a plain area, so that every key and screen reader knows it.
import { Camera, FileUp } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { type FileRejection, useDropzone } from 'react-dropzone'
import { Button } from '#web/ui/actions/button.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { classes } from '#web/ui/styles/classes.ts'
import styles from './file-drop.module.css'
import { acceptedTypes } from './file-types.ts'
import { rejectionWords } from './rejections.ts'
import { useUploadPort } from './upload-port.ts'

interface Props {
  /** The button's id, to which complaints lead. */
  id: string
  /** What the files are, for screen readers: "Certificate files". */
  label: string
  accepts: keyof typeof acceptedTypes
  /** Most files of the answer, and how many of them may still be added. */
  limit: number
  free: number
  invalid?: boolean
  children: ReactNode
  onFiles(files: File[]): void
  onNothing?(): void
}

export function FileDrop({ id, label, accepts, limit, free, invalid, children, onFiles, onNothing }: Props) {
  const { largest, isTooLarge, words } = useUploadPort()
  const [refused, setRefused] = useState<readonly string[]>([])
  const camera = useRef<HTMLInputElement>(null)
  const { types, words: typeWords } = acceptedTypes[accepts]

  const take = (files: File[], rejections: readonly FileRejection[]) => {
    const said = rejectionWords(rejections, { typeWords, sizeWords: sizeWords(largest), limit })
    setRefused(files.length + rejections.length === 0 ? [words.selectOne] : said)
    if (files.length > 0) onFiles(files)
  }
  const nothing = () => {
    setRefused([words.none])
    onNothing?.()
  }

  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept: types,
    minSize: 1,
    validator: (file) => (isTooLarge(file) ? { code: 'file-too-large', message: '' } : null),
    maxFiles: free,
    multiple: limit > 1,
    noClick: true,
    noKeyboard: true,
    onDrop: take,
    onFileDialogCancel: nothing,
  })

  return (
    <>
      {refused.length > 0 && (
        <ul className={styles.refused} role="alert">
          {refused.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {free <= 0 && <p className={styles.full}>At most {limit} files belong here. Remove one to add another.</p>}
      {free > 0 && (
        <div
          {...getRootProps({ className: classes(styles.drop, isDragActive && styles.over, invalid && styles.invalid) })}
        >
          <input {...getInputProps({ 'aria-label': label, className: styles.hidden })} />
          <Button look="secondary" id={id} aria-label={`${buttonWords(free)}: ${label}`} onClick={open}>
            <Icon of={FileUp} />
            {buttonWords(free)}
          </Button>
          <Button look="secondary" className={styles.camera} onClick={() => camera.current?.click()}>
            <Icon of={Camera} />
            Take a photo
          </Button>
          <input
            ref={camera}
            className={styles.hidden}
            type="file"
            accept="image/jpeg,image/png"
            capture="environment"
            tabIndex={-1}
            aria-label={`${label}: photo`}
            onChange={(event) => {
              const taken = [...(event.target.files ?? [])]
              event.target.value = ''
              if (taken.length > 0) take(taken, [])
            }}
          />
          <p className={styles.words}>{children}</p>
        </div>
      )}
    </>
  )
}

const buttonWords = (free: number) => (free > 1 ? 'Choose files' : 'Choose a file')

/** Limits are said in round megabytes. */
export const sizeWords = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`
