import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import { Actions } from '../layout/actions.tsx'
import { Stack } from '../layout/stack.tsx'
import styles from './dialog.module.css'
import { hasNativeDialogs, openModal } from './open-modal.ts'
import { toast } from './toast.ts'

interface Props {
  title: ReactNode
  /** What happens: screen readers read it with the title, because the focus begins below it. */
  intro?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** A modal dialog, open as long as it is rendered. Escape closes it; the focus goes back to where it was. */
export function Dialog({ title, intro, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const before = document.activeElement
    const close = dialog.current && openModal(dialog.current)
    return () => {
      close?.()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={heading}
      aria-describedby={intro ? `${heading}-intro` : undefined}
      onCancel={(event) => {
        // That of a field for a file, which is left without one, comes up to here.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !hasNativeDialogs(event.currentTarget)) onClose()
      }}
    >
      <h2 id={heading} className={styles.title}>
        {title}
      </h2>
      {intro && (
        <div id={`${heading}-intro`} className={styles.intro}>
          {intro}
        </div>
      )}
      {children}
    </dialog>
  )
}

interface FormDialogProps {
  title: ReactNode
  /** Above the error and the fields: what happens. */
  intro?: ReactNode
  /** Why the last try failed, unless it is said at a field. */
  error: string | null
  /** What the button says that submits the form. */
  submit: string
  isDangerous?: boolean
  isPending: boolean
  onSubmit: (form: FormData) => void
  onClose: () => void
  /** In place of the form: what it waits for, or what became of it. */
  instead?: ReactNode
  /** The fields, if there are any. */
  children?: ReactNode
}

/** A dialog with one form: it is submitted, or cancelled, which is no undo once it is being sent. */
export function FormDialog({
  title,
  intro,
  error,
  submit,
  isDangerous = false,
  isPending,
  onSubmit,
  onClose,
  instead,
  children,
}: FormDialogProps) {
  if (instead)
    return (
      <Dialog title={title} onClose={onClose}>
        <Stack>
          {instead}
          <Actions>
            <Button variant="secondary" onClick={onClose}>
              Close
            </Button>
          </Actions>
        </Stack>
      </Dialog>
    )

  function cancel() {
    if (isPending) toast.info('It was sent before you cancelled, and may be done all the same.')
    onClose()
  }
  return (
    <Dialog title={title} intro={intro} onClose={cancel}>
      <FormStack onSubmit={onSubmit}>
        <FormError>{error}</FormError>
        {children}
        <Actions>
          <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} busy={isPending}>
            {submit}
          </Button>
          <Button variant="secondary" onClick={cancel}>
            Cancel
          </Button>
        </Actions>
      </FormStack>
    </Dialog>
  )
}
