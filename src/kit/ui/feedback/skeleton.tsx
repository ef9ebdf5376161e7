import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './skeleton.module.css'

export type SkeletonLine = 'title' | 'line' | 'block'

interface Props {
  /** The shape of what is being loaded, from top to bottom. */
  lines?: readonly SkeletonLine[]
  /** For screen readers; null where another skeleton has told them. */
  label?: string | null
}

export const Skeleton = ({ lines = ['line', 'line', 'line'], label = 'Loading…' }: Props) => (
  <div className={styles.skeleton} {...(label !== null && { role: 'status' })}>
    {label !== null && <VisuallyHidden>{label}</VisuallyHidden>}
    {lines.map((line, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change their order and have no other key.
      <div key={i} className={styles[line]} />
    ))}
  </div>
)
