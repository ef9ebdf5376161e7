import { useState } from 'react'
import { call } from '#applicant/http/call.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import { type PasswordErrors, validateAccountOwner, validateNewPassword } from './new-password.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { usePasswordUpdate } from './use-password-update.ts'

/** Sets a new password with the code of a reset email. It also asks whose account it is. */
export function ResetPassword({ code }: { code: string }) {
  const [errors, setErrors] = useState<PasswordErrors>({})
  const { update, isPending, next, errorMessage, fieldErrors } = usePasswordUpdate((form) =>
    call('updatePasswordByCode', {
      body: {
        userId: String(form.get('userId')),
        email: String(form.get('email')),
        password: String(form.get('password')),
        code,
      },
    }),
  )

  function submit(form: FormData) {
    const found = { ...validateAccountOwner(form), ...validateNewPassword(form) }
    setErrors(found)
    if (Object.keys(found).length === 0) void update(form)
  }

  return (
    <FormStack onSubmit={submit}>
      <FormError>{errorMessage}</FormError>
      <TextInput
        label="User ID"
        name="userId"
        autoComplete="username"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="next"
        error={errors.userId ?? fieldErrors.userId}
      />
      <TextInput
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        enterKeyHint="next"
        error={errors.email ?? fieldErrors.email}
      />
      <NewPasswordFields passwordError={errors.password ?? fieldErrors.password} confirmedError={errors.confirmed} />
      <Button type="submit" busy={isPending} wide>
        Update Password
      </Button>
      {next && <p role="status">Your password is changed. Your next page opens in a moment.</p>}
    </FormStack>
  )
}
