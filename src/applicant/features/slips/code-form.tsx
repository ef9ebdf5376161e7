import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#kit/ui/actions/button.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { invalidSlipCode, isSlipCode, normalizeSlipCode } from '#shared/policy/slip-code.ts'
import { getVerifySlipPath, paths } from '#shared/routes.ts'
import styles from './verify-slip-page.module.css'

/** Leads to the result for the code that is typed. */
export function CodeForm({ label }: { label: string }) {
  const navigate = useNavigate()
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    const input = form.current?.elements.namedItem('code')
    if (!(input instanceof HTMLInputElement)) return
    const code = normalizeSlipCode(input.value)
    if (isSlipCode(code)) return void navigate(getVerifySlipPath(code))
    setError(invalidSlipCode)
    input.focus()
  }

  return (
    <form ref={form} className={styles.form} action={paths.verify} method="get" onSubmit={submit} noValidate>
      <TextInput
        label={label}
        hint="12 characters, such as 3F9A-02BC-77E1."
        error={error}
        name="code"
        className={styles.input}
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={40}
      />
      <Button type="submit" variant="primary">
        Check
      </Button>
    </form>
  )
}
