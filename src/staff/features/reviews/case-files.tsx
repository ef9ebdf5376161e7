// The photos beside each other, and every file of the application.

import { Button } from '#kit/ui/actions/button.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import type { ReviewPart } from '#shared/decisions/rejection-reasons.ts'
import { type ApplicationFile, listPhotos } from '#staff/entities/application/application-files.ts'
import styles from './case-files.module.css'
import { FlagButton } from './case-tables.tsx'

interface Props {
  photos: Parameters<typeof listPhotos>[0]
  files: readonly ApplicationFile[]
  flags: readonly ReviewPart[]
  onFlag: ((part: ReviewPart) => void) | undefined
  onOpen: (url: string) => void
}

export function CaseFiles({ photos, files, flags, onFlag, onOpen }: Props) {
  const photoUrls = listPhotos(photos).map(({ url }) => url)
  const documents = files.filter(({ url }) => !photoUrls.includes(url))
  return (
    <>
      <Card
        title="Photos"
        aside={onFlag && <FlagButton part="photo" title="the photograph" flags={flags} onFlag={onFlag} />}
      >
        <div className={styles.photos}>
          {listPhotos(photos).map(({ caption, url }) => (
            <figure key={caption} className={styles.photo}>
              {url ? (
                <button
                  type="button"
                  className={styles.open}
                  aria-label={`Open: ${caption}`}
                  onClick={() => onOpen(url)}
                >
                  <img src={url} alt="" />
                </button>
              ) : (
                <span className={styles.none}>None</span>
              )}
              <figcaption>{caption}</figcaption>
            </figure>
          ))}
        </div>
      </Card>
      <Card title={`Files (${documents.length})`}>
        {documents.length === 0 ? (
          <p>The application has no files.</p>
        ) : (
          <ul className={styles.files}>
            {documents.map(({ url, title }) => (
              <li key={`${title} ${url}`}>
                <Button variant="quiet" className={styles.file} onClick={() => onOpen(url)}>
                  {title}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  )
}
