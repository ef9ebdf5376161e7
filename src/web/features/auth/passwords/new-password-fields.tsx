import { passwordLength } from '#shared/policy/limits.ts'
import { PasswordInput } from '#web/ui/inputs/password-input.tsx'

interface Props {
  passwordError: string | undefined
  confirmedError: string | undefined
}

export const NewPasswordFields = ({ passwordError, confirmedError }: Props) => (
  <>
    <PasswordInput
      label="Password"
      name="password"
      hint={`At least ${passwordLength.min} characters. A few words that only you would put together are best.`}
      autoComplete="new-password"
      enterKeyHint="next"
      error={passwordError}
    />
    <PasswordInput
      label="Confirm Password"
      name="confirmed"
      autoComplete="new-password"
      enterKeyHint="go"
      error={confirmedError}
    />
  </>
)
