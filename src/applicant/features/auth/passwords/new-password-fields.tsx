import { useState } from 'react'
import { PasswordInput } from '#kit/ui/inputs/password-input.tsx'
import { VisuallyHidden } from '#kit/ui/layout/visually-hidden.tsx'
import { messages } from '#shared/messages/web-messages.ts'
import { passwordLength } from '#shared/policy/limits.ts'
import { findPasswordLengthError } from '#shared/policy/password.ts'
import { PasswordRequirement } from './password-requirement.tsx'

interface Props {
  passwordError: string | undefined
  confirmedError: string | undefined
}

/** The new password, twice, with its requirements ticked while it is typed. The server knows more of them. */
export function NewPasswordFields({ passwordError, confirmedError }: Props) {
  const [password, setPassword] = useState('')
  const [confirmed, setConfirmed] = useState('')
  const [status, setStatus] = useState('')
  const isLongEnough = findPasswordLengthError(password) === null
  const isSame = password !== '' && confirmed === password

  function changePassword(typed: string) {
    setPassword(typed)
    const error = findPasswordLengthError(typed)
    // Nothing is announced before the length is first reached: every shorter password would be an error.
    setStatus((previous) => (error ? previous && messages.password[error] : 'The password is long enough.'))
  }

  return (
    <>
      <PasswordInput
        label="Password"
        name="password"
        hint={
          <>
            <PasswordRequirement
              isMet={isLongEnough}
            >{`At least ${passwordLength.min} characters.`}</PasswordRequirement>
            Three or four unrelated words make a strong password.
          </>
        }
        autoComplete="new-password"
        enterKeyHint="next"
        error={passwordError}
        onChange={({ target }) => changePassword(target.value)}
      />
      <PasswordInput
        label="Confirm Password"
        name="confirmed"
        hint={<PasswordRequirement isMet={isSame}>The same password again.</PasswordRequirement>}
        autoComplete="new-password"
        enterKeyHint="go"
        error={confirmedError}
        onChange={({ target }) => setConfirmed(target.value)}
      />
      <VisuallyHidden>
        <span role="status">{[status, isSame && 'Both passwords are the same.'].filter(Boolean).join(' ')}</span>
      </VisuallyHidden>
    </>
  )
}
