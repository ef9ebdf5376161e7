import { CloudOff, FileText, RotateCw } from 'lucide-react'
import { Button } from '#kit/ui/actions/button.tsx'
import { RemoveButton } from '#kit/ui/actions/remove-button.tsx'
import { textLinkClass } from '#kit/ui/actions/text-link.tsx'
import { ProgressBar } from '#kit/ui/feedback/progress-bar.tsx'
import { Icon } from '#kit/ui/layout/icon.tsx'
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

/** A finished upload. Names and sizes of earlier visits are known as soon as they are loaded. */
export const UploadedFileRow = ({ number, link, uploaded, formatSize, onRemove }: UploadedProps) => (
  <li className={styles.file}>
    <Thumbnail url={uploaded?.previewUrl ?? null} />
    <div className={styles.text}>
      <a href={link} target="_blank" rel="noreferrer" className={textLinkClass}>
        View File {number}
      </a>
      {uploaded && (
        <span className={styles.details}>
          {uploaded.name}, {formatSize(uploaded.size)}
        </span>
      )}
    </div>
    <RemoveButton label={`Remove ${uploaded?.name ?? `file ${number}`}`} onRemove={onRemove} />
  </li>
)

interface UploadProps {
  upload: Upload
  formatSize(bytes: number): string
  onRetry(): void
  onRemove(): void
}

const canRetry = ({ state, isFinal }: Upload) => state === 'stalled' || (state === 'failed' && !isFinal)

/** An upload that is running, stalled or failed. */
export const UploadRow = ({ upload, formatSize, onRetry, onRemove }: UploadProps) => (
  <li className={styles.file} data-waiting={canRetry(upload) || undefined}>
    <Thumbnail url={null} />
    <div className={styles.text}>
      <span className={styles.name}>{upload.file.name}</span>
      <UploadProgress upload={upload} formatSize={formatSize} />
    </div>
    {canRetry(upload) && (
      <Button variant="quiet" className={styles.retry} aria-label={`Retry ${upload.file.name}`} onClick={onRetry}>
        <Icon icon={RotateCw} size="small" />
        Retry
      </Button>
    )}
    <RemoveButton label={`Remove ${upload.file.name}`} onRemove={onRemove} />
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

function UploadProgress({ upload, formatSize }: Pick<UploadProps, 'upload' | 'formatSize'>) {
  const { state, progress, bytes, error, file } = upload
  switch (state) {
    case 'failed':
      return (
        <>
          <span className={styles.details}>{formatSize(file.size)}</span>
          <span className={styles.error}>{error}</span>
        </>
      )
    case 'stalled':
      return (
        <span className={styles.waiting}>
          <Icon icon={CloudOff} size="small" />
          Waiting for network
        </span>
      )
    default:
      return (
        <>
          <span className={styles.details}>{describeProgress(progress, bytes ?? file.size, formatSize)}</span>
          <ProgressBar
            label={`Uploading ${file.name}`}
            fraction={state === 'waiting' || isChecking(progress) ? null : progress}
          />
        </>
      )
  }
}

/** Everything is sent, and the server checks the file. */
const isChecking = (progress: number) => progress >= 1

const describeProgress = (progress: number, bytes: number, formatSize: (bytes: number) => string) =>
  isChecking(progress) ? 'Checking…' : `${Math.floor(progress * 100)} % of ${formatSize(bytes)}`
