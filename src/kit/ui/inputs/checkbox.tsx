import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './field.module.css'

interface Props extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  error?: string | undefined
}

export function Checkbox({ label, error, id, ...rest }: Props) {
  const generatedId = useId()
  const control = id ?? generatedId
  return (
    <div className={styles.field}>
      {error && (
        <p className={styles.error} id={`${control}-error`}>
          {error}
        </p>
      )}
      <label className={styles.choice}>
        <input
          {...rest}
          type="checkbox"
          id={control}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${control}-error` : undefined}
        />
        <span>{label}</span>
      </label>
    </div>
  )
}
