// How the gallery shows things: groups that can be linked to, and in each the states of one component, named.
import type { ReactNode } from 'react'
import styles from './gallery.module.css'

export interface Group {
  /** Also the anchor. */
  id: string
  title: string
  Specimens(): ReactNode
}

interface Props {
  /** What is shown, and in which state. */
  of: string
  /** Stands on a row of its own. */
  width?: 'half' | 'whole'
  children: ReactNode
}

export const Specimen = ({ of, width = 'half', children }: Props) => (
  <div className={styles.specimen} data-width={width}>
    <p className={styles.caption}>{of}</p>
    <div className={styles.stage}>{children}</div>
  </div>
)

/** Several small things beside each other. */
export const Row = ({ children }: { children: ReactNode }) => <div className={styles.row}>{children}</div>

/** Longer than anybody thought of. */
export const longText =
  'Department of Library, Information and Communication Science with Records Management and Archival Studies'
