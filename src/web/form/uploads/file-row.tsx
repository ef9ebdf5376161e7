import { CloudOff, FileText, RotateCw, Trash2 } from 'lucide-react'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import styles from './file-row.module.css'
import type { Upload } from './upload-list.ts'
import type { SentFile } from './upload-sender.ts'

interface UploadedProps {
  /** Which of the answer's files it is, from 1. */
  number: number
  link: string
  uploaded: SentFile | undefined
  formatSize(bytes: number): string
  onRemove(): void
}

/** A finished upload. Its name and size are known only until the page is reloaded. */
export const UploadedFileRow = ({ number, link, uploaded, formatSize, onRemove }: UploadedProps) => (
  <li className={styles.file}>
    <Thumbnail url={uploaded?.previewUrl ?? null} />
    <div className={styles.text}>
      <a href={link} target="_blank" rel="noreferrer">
        View File {number}
      </a>
      {uploaded && (
        <span className={styles.details}>
          {uploaded.name}, {formatSize(uploaded.size)}
        </span>
      )}
    </div>
    <IconButton icon={Trash2} label={`Remove ${uploaded?.name ?? `file ${number}`}`} onClick={onRemove} />
  </li>
)

interface UploadProps {
  upload: Upload
  formatSize(bytes: number): string
  onRetry(): void
  onRemove(): void
}

/** An upload that is running, stalled or failed. */
export const UploadRow = ({ upload, formatSize, onRetry, onRemove }: UploadProps) => (
  <li className={styles.file}>
    <Thumbnail url={null} />
    <div className={styles.text}>
      <span className={styles.name}>{upload.file.name}</span>
      <span className={styles.details}>{formatSize(upload.file.size)}</span>
      <UploadProgress upload={upload} />
    </div>
    {(upload.state === 'failed' || upload.state === 'stalled') && (
      <Button variant="quiet" aria-label={`Retry ${upload.file.name}`} onClick={onRetry}>
        <Icon icon={RotateCw} size="small" />
        Retry
      </Button>
    )}
    <IconButton icon={Trash2} label={`Remove ${upload.file.name}`} onClick={onRemove} />
  </li>
)

const Thumbnail = ({ url }: { url: string | null }) =>
  url ? (
    <img className={styles.thumbnail} src={url} alt="" />
  ) : (
    <span className={styles.thumbnail} aria-hidden="true">
      <Icon icon={FileText} />
    </span>
  )

function UploadProgress({ upload: { state, progress, error, file } }: { upload: Upload }) {
  switch (state) {
    case 'failed':
      return <span className={styles.error}>{error}</span>
    case 'stalled':
      return (
        <span className={styles.waiting}>
          <Icon icon={CloudOff} size="small" />
          Waiting for network
        </span>
      )
    default:
      return <ProgressBar label={`Uploading ${file.name}`} fraction={state === 'waiting' ? null : progress} />
  }
}
