import { type MouseEvent, useEffect, useId, useRef } from 'react'
import { textLinkClass } from '../actions/text-link.tsx'
import styles from './error-summary.module.css'
import { ToneIcon } from './tone.tsx'

export interface SummaryError {
  message: string
  /** The id of the control; absent when the error belongs to no single one. */
  field?: string
  /** Where the control is, when the message does not say it. */
  where?: string
}

interface Props {
  errors: readonly SummaryError[]
  title?: string
  /** Whether new errors move the focus here. `elsewhere`: the page moves it itself. */
  focus?: 'here' | 'elsewhere'
  /** Moves to the field, which may not be on the page yet. */
  onSelect?: (field: string) => void
}

/** The errors of a form, on top of it, each a link to its field. */
export function ErrorSummary({ errors, title = 'There is a problem', focus = 'here', onSelect = focusControl }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const heading = useId()
  useEffect(() => {
    if (focus === 'here' && errors.length > 0) box.current?.focus()
  }, [focus, errors])
  if (errors.length === 0) return null

  const select = (event: MouseEvent, field: string) => {
    event.preventDefault()
    onSelect(field)
  }
  return (
    <div ref={box} className={styles.summary} role="alert" aria-labelledby={heading} tabIndex={-1}>
      <h2 className={styles.title} id={heading}>
        <ToneIcon tone="error" />
        {title}
      </h2>
      <ul className={styles.list}>
        {errors.map(({ field, message, where }) => (
          <li key={`${field} ${message}`}>
            {field ? (
              <a href={`#${field}`} className={textLinkClass} onClick={(event) => select(event, field)}>
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

/** Focuses the control without changing the address, so that the keyboard opens on phones. */
export function focusControl(field: string) {
  const control = document.getElementById(field)
  control?.focus({ preventScroll: true })
  control?.scrollIntoView?.({ block: 'center' })
}
