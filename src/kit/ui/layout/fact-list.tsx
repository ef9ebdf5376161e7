import type { ReactNode } from 'react'
import styles from './fact-list.module.css'
import { WrappedText } from './wrapped-text.tsx'

/** Of a moment: no line ends within 6:50 pm, nor between day and month. */
const spaceInMoment = /(\d) (?=[ap]m\b|[A-Z][a-z]+ \d{4}\b)/g

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
          {typeof value === 'string' && value ? (
            <WrappedText text={value.replace(spaceInMoment, '$1\u00a0')} />
          ) : (
            value || '—'
          )}
        </dd>
      </div>
    ))}
  </dl>
)
