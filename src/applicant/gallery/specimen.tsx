// The parts of the gallery: groups that can be linked to, each with specimens of components in a named state.
import type { ReactNode } from 'react'
import styles from './gallery.module.css'

export interface GalleryGroup {
  /** Also the anchor of links. */
  id: string
  title: string
  Specimens(): ReactNode
}

interface Props {
  /** The component and its state. */
  title: string
  /** `whole`: in a row of its own. */
  width?: 'half' | 'whole'
  children: ReactNode
}

export const Specimen = ({ title, width = 'half', children }: Props) => (
  <div className={styles.specimen} data-width={width}>
    <p className={styles.caption}>{title}</p>
    <div className={styles.frame}>{children}</div>
  </div>
)

/** Several small components side by side. */
export const Row = ({ children }: { children: ReactNode }) => <div className={styles.row}>{children}</div>

/** Longer than any real text. */
export const longText =
  'Department of Library, Information and Communication Science with Records Management and Archival Studies'
