import { CloudOff, FileText, RotateCw, Trash2 } from 'lucide-react'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import styles from './file-row.module.css'
import type { KnownFile, Upload } from './upload-queue.ts'

interface ArrivedProps {
  /** Which of the answer's files it is, from 1. */
  number: number
  link: string
  known: KnownFile | undefined
  sizeWords(bytes: number): string
  onRemove(): void
}

/** A file that the server holds. After a reload only its link is known, which says enough. */
export const ArrivedFile = ({ number, link, known, sizeWords, onRemove }: ArrivedProps) => (
  <li className={styles.file}>
    <Face picture={known?.picture ?? null} />
    <div className={styles.words}>
      <a href={link} target="_blank" rel="noreferrer">
        View File {number}
      </a>
      {known && (
        <span className={styles.about}>
          {known.name}, {sizeWords(known.size)}
        </span>
      )}
    </div>
    <IconButton icon={Trash2} label={`Remove ${known?.name ?? `file ${number}`}`} onClick={onRemove} />
  </li>
)

interface UploadProps {
  upload: Upload
  sizeWords(bytes: number): string
  onRetry(): void
  onRemove(): void
}

/** A file on its way, or one that did not arrive. */
export const UploadingFile = ({ upload, sizeWords, onRetry, onRemove }: UploadProps) => (
  <li className={styles.file}>
    <Face picture={null} />
    <div className={styles.words}>
      <span className={styles.name}>{upload.file.name}</span>
      <span className={styles.about}>{sizeWords(upload.file.size)}</span>
      <Course upload={upload} />
    </div>
    {(upload.state === 'failed' || upload.state === 'stalled') && (
      <Button look="quiet" aria-label={`Retry ${upload.file.name}`} onClick={onRetry}>
        <Icon of={RotateCw} size="small" />
        Retry
      </Button>
    )}
    <IconButton icon={Trash2} label={`Remove ${upload.file.name}`} onClick={onRemove} />
  </li>
)

const Face = ({ picture }: { picture: string | null }) =>
  picture ? (
    <img className={styles.face} src={picture} alt="" />
  ) : (
    <span className={styles.face} aria-hidden="true">
      <Icon of={FileText} />
    </span>
  )

/** How far the file is, or why it goes no further. */
function Course({ upload: { state, part, problem, file } }: { upload: Upload }) {
  switch (state) {
    case 'failed':
      return <span className={styles.problem}>{problem}</span>
    case 'stalled':
      return (
        <span className={styles.waiting}>
          <Icon of={CloudOff} size="small" />
          Waits for the line
        </span>
      )
    default:
      return <ProgressBar label={`Uploading ${file.name}`} part={state === 'waiting' ? null : part} />
  }
}
