import { type ChangeEvent, type ComponentProps, useEffect, useRef, useState } from 'react'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import { classNames } from '../styles/classes.ts'
import styles from './field.module.css'
import { controlClass, type FieldProps, LabelledField } from './field.tsx'

interface Props extends FieldProps, Omit<ComponentProps<'textarea'>, 'id'> {
  /** The counter below the box shows it. */
  maxLength: number
}

/** Remaining characters from which on screen readers announce the counter. Earlier, they would speak at every key. */
const announceFrom = 20

export function Textarea({ label, hint, error, optional, id, maxLength, ref, onChange, className, ...rest }: Props) {
  const box = useRef<HTMLTextAreaElement | null>(null)
  const [uncontrolledLength, setUncontrolledLength] = useState(0)
  const used = typeof rest.value === 'string' ? rest.value.length : uncontrolledLength
  useEffect(() => setUncontrolledLength(box.current?.value.length ?? 0), [])

  const setRefs = (element: HTMLTextAreaElement | null) => {
    box.current = element
    if (typeof ref === 'function') return ref(element)
    if (ref) ref.current = element
  }
  const change = (event: ChangeEvent<HTMLTextAreaElement>) => {
    setUncontrolledLength(event.currentTarget.value.length)
    onChange?.(event)
  }

  const left = maxLength - used
  return (
    <LabelledField label={label} hint={hint} error={error} optional={optional} id={id}>
      {(attributes) => (
        <>
          <textarea
            {...rest}
            {...attributes}
            ref={setRefs}
            onChange={change}
            maxLength={maxLength}
            className={classNames(controlClass, className)}
          />
          <div className={styles.under}>
            <span className={styles.count}>
              {used} / {maxLength}
            </span>
            <VisuallyHidden>
              <span role="status">{left <= announceFrom && `${left} characters left`}</span>
            </VisuallyHidden>
          </div>
        </>
      )}
    </LabelledField>
  )
}
