import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './skeleton.module.css'

export type Bone = 'title' | 'line' | 'block'

interface Props {
  /** The shape of what is coming, from top to bottom. */
  bones?: readonly Bone[]
  /** What a screen reader hears. */
  words?: string
}

/** The shape of what is being loaded. */
export const Skeleton = ({ bones = ['line', 'line', 'line'], words = 'Loading…' }: Props) => (
  <div className={styles.skeleton} role="status">
    <VisuallyHidden>{words}</VisuallyHidden>
    {bones.map((bone, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the bones never move, and have nothing else to be told apart by.
      <div key={i} className={styles[bone]} aria-hidden="true" />
    ))}
  </div>
)
