// A drop zone with a real button inside, so that keyboards and screen readers can use it.
import { Camera, FileUp } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { type FileRejection, useDropzone } from 'react-dropzone'
import { Button } from '#kit/ui/actions/button.tsx'
import { Icon } from '#kit/ui/layout/icon.tsx'
import { classNames } from '#kit/ui/styles/classes.ts'
import { type FileTypeGroup, fileTypeGroups } from '#shared/forms/file-types.ts'
import styles from './file-drop.module.css'
import { toDropzoneTypes } from './file-types.ts'
import { describeRejections } from './rejections.ts'
import { useUploadPort } from './upload-port.ts'

interface Props {
  /** The id of the button, which the error summary links to, or of what says why there is none. */
  id: string
  /** What the files are, for screen readers: "Certificate files". */
  label: string
  accepts: FileTypeGroup
  /** Of the answer. */
  maxFiles: number
  /** How many files may still be added. */
  freeSlots: number
  invalid?: boolean
  children: ReactNode
  onFiles(files: File[]): void
  onCancel?(): void
}

export function FileDrop({ id, label, accepts, maxFiles, freeSlots, invalid, children, onFiles, onCancel }: Props) {
  const { maxBytes, isTooLarge, messages } = useUploadPort()
  const [rejected, setRejected] = useState<readonly string[]>([])
  const camera = useRef<HTMLInputElement>(null)

  const handleFiles = (files: File[], rejections: readonly FileRejection[]) => {
    const limits = { accepts, sizeLabel: formatMegabytes(maxBytes), maxFiles }
    setRejected(files.length + rejections.length === 0 ? [messages.selectOne] : describeRejections(rejections, limits))
    if (files.length > 0) onFiles(files)
  }
  const handleCancel = () => {
    setRejected([messages.none])
    onCancel?.()
  }

  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept: toDropzoneTypes(accepts),
    minSize: 1,
    validator: (file) => (isTooLarge(file) ? { code: 'file-too-large', message: '' } : null),
    maxFiles: freeSlots,
    noClick: true,
    noKeyboard: true,
    onDrop: handleFiles,
    onFileDialogCancel: handleCancel,
  })

  return (
    <>
      {rejected.length > 0 && (
        <ul className={styles.rejected} role="alert">
          {rejected.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      {freeSlots <= 0 && (
        <p id={id} tabIndex={-1} className={styles.full}>
          At most {maxFiles} files belong here. Remove one to add another.
        </p>
      )}
      {freeSlots > 0 && (
        <div
          {...getRootProps({
            className: classNames(styles.drop, isDragActive && styles.over, invalid && styles.invalid),
          })}
        >
          <input {...getInputProps({ 'aria-label': label, className: styles.hidden })} />
          <Button variant="secondary" id={id} aria-label={`${getButtonLabel(freeSlots)}: ${label}`} onClick={open}>
            <Icon icon={FileUp} />
            {getButtonLabel(freeSlots)}
          </Button>
          <Button
            variant="secondary"
            className={styles.camera}
            aria-label={`Take a photo: ${label}`}
            onClick={() => camera.current?.click()}
          >
            <Icon icon={Camera} />
            Take a photo
          </Button>
          <input
            ref={camera}
            className={styles.hidden}
            type="file"
            accept={fileTypeGroups.images.join(',')}
            capture="environment"
            tabIndex={-1}
            aria-label={`${label}: photo`}
            onChange={(event) => {
              const photos = [...(event.target.files ?? [])]
              event.target.value = ''
              if (photos.length > 0) handleFiles(photos, [])
            }}
          />
          <p className={styles.text}>{children}</p>
        </div>
      )}
    </>
  )
}

const getButtonLabel = (freeSlots: number) => (freeSlots > 1 ? 'Choose files' : 'Choose a file')

/** Limits are shown in whole megabytes. */
export const formatMegabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`
