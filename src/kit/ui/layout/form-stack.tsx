import { type ComponentProps, useEffect, useReducer, useRef } from 'react'
import { unfinishedDate } from '#shared/format/local-time.ts'
import { classNames } from '../styles/classes.ts'
import styles from './form-stack.module.css'

interface Props extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  onSubmit?: (form: FormData) => void
}

/**
 * A short form, one field below the other; the first that is refused gets the focus, so that a screen reader says why. By
 * POST: a form that is submitted before the script has loaded must not put what was typed into the URL.
 */
export function FormStack({ className, onSubmit, ...rest }: Props) {
  const submitted = useRef<HTMLFormElement>(null)
  const [, render] = useReducer((count: number) => count + 1, 0)
  // After each rendering: the server refuses later than the page itself.
  useEffect(() => {
    const form = submitted.current
    const refused = form?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (!form || !refused) return
    submitted.current = null
    const { activeElement, body } = document
    const isElsewhere = activeElement !== body && !form.contains(activeElement)
    // A summary of the errors, which leads to the fields, has it already.
    if (!isElsewhere && !activeElement?.closest('[role=alert]')) refused.focus()
  })
  return (
    <form
      method="post"
      noValidate
      {...rest}
      onInputCapture={() => {
        submitted.current = null
      }}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit?.(readForm(event.currentTarget))
        submitted.current = event.currentTarget
        render()
      }}
      className={classNames(styles.stack, className)}
    />
  )
}

/** A control with half a date has no value, which would mean none: what is sent instead is refused. */
function readForm(form: HTMLFormElement): FormData {
  const data = new FormData(form)
  for (const control of form.elements)
    if (control instanceof HTMLInputElement && control.validity.badInput) data.set(control.name, unfinishedDate)
  return data
}

/** The error above the fields. It is always in the page, so that screen readers announce its changes. */
export const FormError = ({ children }: { children: string | null | undefined }) => (
  <p className={styles.error} role="alert">
    {children}
  </p>
)
