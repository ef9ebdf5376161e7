import { type MouseEvent, useEffect, useId, useRef } from 'react'
import styles from './error-summary.module.css'
import { ToneIcon } from './tone.tsx'

export interface Problem {
  message: string
  /** The id of the control it is about; none when it is about no single one. */
  field?: string
  /** Where that is, when the message does not tell. */
  where?: string
}

interface Props {
  problems: readonly Problem[]
  title?: string
  /** Where the focus goes when the problems change; `elsewhere` when the page moves it by itself. */
  focus?: 'here' | 'elsewhere'
  /** Goes to a field that may not be on the page yet. */
  onGo?: (field: string) => void
}

/** All that is wrong, on top of a form, each a link to its field. */
export function ErrorSummary({ problems, title = 'There is a problem', focus = 'here', onGo = focusControl }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const heading = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: new problems call for the reader's eye again.
  useEffect(() => {
    if (focus === 'here') box.current?.focus()
  }, [problems])
  if (problems.length === 0) return null

  const go = (event: MouseEvent, field: string) => {
    event.preventDefault()
    onGo(field)
  }
  return (
    <div ref={box} className={styles.summary} role="alert" aria-labelledby={heading} tabIndex={-1}>
      <h2 className={styles.title} id={heading}>
        <ToneIcon tone="error" />
        {title}
      </h2>
      <ul className={styles.list}>
        {problems.map(({ field, message, where }) => (
          <li key={`${field} ${message}`}>
            {field ? (
              <a href={`#${field}`} onClick={(event) => go(event, field)}>
                {message}
              </a>
            ) : (
              message
            )}
            {where && <span className={styles.where}> {where}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Focus the control itself: the address stays as it is, and keyboards open on phones. */
export function focusControl(field: string) {
  const control = document.getElementById(field)
  control?.focus({ preventScroll: true })
  control?.scrollIntoView?.({ block: 'center' })
}
