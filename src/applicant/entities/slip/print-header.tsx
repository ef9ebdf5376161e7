import { Mark } from '#kit/ui/layout/mark.tsx'
import styles from './print-header.module.css'

interface Props {
  institution: string
  /** "Recruitment 2024" */
  title: string
  /** What kind of slip this is. */
  document: string
}

/** The header of a printed slip. On screens it is hidden. */
export const PrintHeader = ({ institution, title, document }: Props) => (
  <div className={styles.head}>
    <Mark size={56} />
    <div>
      <p className={styles.institution}>{institution}</p>
      <p className={styles.title}>{title}</p>
    </div>
    <p className={styles.document}>{document}</p>
  </div>
)
