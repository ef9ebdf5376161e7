import { type MouseEvent, useEffect, useId, useRef } from 'react'
import styles from './error-summary.module.css'
import { ToneIcon } from './tone.tsx'

export interface Problem {
  message: string
  /** The id of the control it is about; none when it is about no single one. */
  field?: string
}

interface Props {
  problems: readonly Problem[]
  title?: string
}

/** All that is wrong, on top of a form, each a link to its field. Takes the focus whenever the problems change. */
export function ErrorSummary({ problems, title = 'There is a problem' }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const heading = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: new problems call for the reader's eye again.
  useEffect(() => box.current?.focus(), [problems])
  if (problems.length === 0) return null
  return (
    <div ref={box} className={styles.summary} role="alert" aria-labelledby={heading} tabIndex={-1}>
      <h2 className={styles.title} id={heading}>
        <ToneIcon tone="error" />
        {title}
      </h2>
      <ul className={styles.list}>
        {problems.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            {field ? (
              <a href={`#${field}`} onClick={(event) => goTo(event, field)}>
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Focus the control itself: the address stays as it is, and keyboards open on phones. */
function goTo(event: MouseEvent, field: string) {
  const control = document.getElementById(field)
  if (!control) return
  event.preventDefault()
  control.focus({ preventScroll: true })
  control.scrollIntoView({ block: 'center' })
}
