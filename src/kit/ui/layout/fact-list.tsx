import type { ReactNode } from 'react'
import { joinMoments } from '#shared/format/dates.ts'
import styles from './fact-list.module.css'
import { WrappedText } from './wrapped-text.tsx'

interface Props {
  facts: readonly (readonly [label: string, value: ReactNode])[]
}

/** Read-only facts, as a definition list instead of disabled inputs. */
export const FactList = ({ facts }: Props) => (
  <dl className={styles.list}>
    {facts.map(([label, value]) => (
      <div className={styles.fact} key={label}>
        <dt className={styles.label}>{label}</dt>
        <dd className={styles.value}>
          {typeof value === 'string' && value ? <WrappedText text={joinMoments(value)} /> : value || '—'}
        </dd>
      </div>
    ))}
  </dl>
)
