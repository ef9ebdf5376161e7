import { useState } from 'react'
import { call } from '#applicant/http/call.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { PasswordInput } from '#kit/ui/inputs/password-input.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import type { User } from '#shared/api/applicant/accounts.ts'
import { type PasswordErrors, validateNewPassword } from './new-password.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { usePasswordUpdate } from './use-password-update.ts'

/** Changes the password of the open session. From the second change on it also asks for the current one. */
export function ChangePassword({ user }: { user: User }) {
  // Fixed when the page opens: a success changes the user while the form is still visible.
  const [isFirstChange] = useState(user.passChange)
  const [errors, setErrors] = useState<PasswordErrors>({})
  const { update, isPending, next, errorMessage, fieldErrors } = usePasswordUpdate((form) => {
    const current = isFirstChange ? {} : { currentPassword: String(form.get('currentPassword')) }
    return call('updatePassword', { body: { password: String(form.get('password')), ...current } })
  })

  function submit(form: FormData) {
    const found = validateNewPassword(form)
    setErrors(found)
    if (Object.keys(found).length === 0) void update(form)
  }

  return (
    <>
      {isFirstChange && <Banner tone="info">Choose a new password before you continue.</Banner>}
      <FormStack onSubmit={submit}>
        <FormError>{errorMessage}</FormError>
        {/* Password managers store the password under this name. */}
        <input type="hidden" name="username" autoComplete="username" value={user.userId} readOnly />
        {!isFirstChange && (
          <PasswordInput
            label="Current password"
            name="currentPassword"
            autoComplete="current-password"
            enterKeyHint="next"
            error={fieldErrors.currentPassword}
          />
        )}
        <NewPasswordFields passwordError={errors.password ?? fieldErrors.password} confirmedError={errors.confirmed} />
        <Button type="submit" busy={isPending} wide>
          Update Password
        </Button>
        {next && <p role="status">Your password is changed. Your next page opens in a moment.</p>}
      </FormStack>
    </>
  )
}
