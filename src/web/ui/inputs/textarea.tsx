import { type ComponentProps, type InputEvent, useEffect, useRef, useState } from 'react'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import { classes } from '../styles/classes.ts'
import styles from './field.module.css'
import { controlClass, Field, type FieldWords } from './field.tsx'

interface Props extends FieldWords, Omit<ComponentProps<'textarea'>, 'id'> {
  /** Most characters; they are counted under the box. */
  maxLength: number
}

/** Left characters at which a screen reader is told; not before, or it would speak at every key. */
const nearlyFull = 20

/** Several lines of text with a counter. */
export function Textarea({ label, hint, error, optional, id, maxLength, ref, onInput, className, ...rest }: Props) {
  const box = useRef<HTMLTextAreaElement | null>(null)
  const [typed, setTyped] = useState(0)
  const used = typeof rest.value === 'string' ? rest.value.length : typed
  useEffect(() => setTyped(box.current?.value.length ?? 0), [])

  const hold = (element: HTMLTextAreaElement | null) => {
    box.current = element
    if (typeof ref === 'function') return ref(element)
    if (ref) ref.current = element
  }
  const count = (event: InputEvent<HTMLTextAreaElement>) => {
    setTyped(event.currentTarget.value.length)
    onInput?.(event)
  }

  const left = maxLength - used
  return (
    <Field label={label} hint={hint} error={error} optional={optional} id={id}>
      {(wiring) => (
        <>
          <textarea
            {...rest}
            {...wiring}
            ref={hold}
            onInput={count}
            maxLength={maxLength}
            className={classes(controlClass, className)}
          />
          <div className={styles.under}>
            <span className={styles.count}>
              {used} / {maxLength}
            </span>
            <VisuallyHidden>
              <span role="status">{left <= nearlyFull && `${left} characters left`}</span>
            </VisuallyHidden>
          </div>
        </>
      )}
    </Field>
  )
}
