import { Button } from '#kit/ui/actions/button.tsx'
import { FactList } from '#kit/ui/layout/fact-list.tsx'
import type { ApplicationFile } from '#staff/entities/application/application-files.ts'
import { FileViewer } from '#staff/entities/file/file-viewer.tsx'
import styles from './case.module.css'

interface OpenFileProps {
  url: string
  files: readonly ApplicationFile[]
  onOpen: (url: string | null) => void
}

/** A file of the case, with the answers that it is to prove, and the way to the next one; of an earlier submission, alone. */
export function OpenFile({ url, files, onOpen }: OpenFileProps) {
  const at = files.findIndex((file) => file.url === url)
  const file = files[at]
  const createMove = (label: string, target: ApplicationFile | undefined) =>
    target && (
      <Button variant="secondary" onClick={() => onOpen(target.url)}>
        {label}
      </Button>
    )
  return (
    <div className={styles.viewer}>
      <FileViewer
        url={url}
        title={file?.title ?? 'File'}
        onClose={() => onOpen(null)}
        actions={
          <>
            {createMove('Previous file', files[at - 1])}
            {createMove('Next file', file && files[at + 1])}
          </>
        }
      >
        {file && file.facts.length > 0 && (
          <div className={styles.facts}>
            <FactList facts={file.facts} />
          </div>
        )}
      </FileViewer>
    </div>
  )
}
