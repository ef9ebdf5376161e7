import { useState } from 'react'
import type { User } from '#shared/api/accounts.ts'
import { call } from '#web/lib/http/http.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { PasswordInput } from '#web/ui/inputs/password-input.tsx'
import { FormError, FormStack } from '#web/ui/layout/form-stack.tsx'
import { type PasswordComplaints, passwordComplaints } from './new-password.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { usePasswordUpdate } from './password-update.ts'

/** The password of the open session; once the first one was changed, the current one is asked for too. */
export function ChangePassword({ user }: { user: User }) {
  // Whose turn it is stays as it was when the page opened: success changes the user under the form.
  const [isFirst] = useState(user.passChange)
  const { pending, failure, next, update } = usePasswordUpdate()
  const [complaints, setComplaints] = useState<PasswordComplaints>({})

  function submit(typed: FormData) {
    const password = String(typed.get('password'))
    const found = passwordComplaints({ password, confirmed: String(typed.get('confirmed')) })
    setComplaints(found)
    if (Object.keys(found).length > 0) return
    const current = isFirst ? {} : { currentPassword: String(typed.get('currentPassword')) }
    void update(() => call('updatePassword', { body: { password, ...current } }))
  }

  return (
    <>
      {isFirst && (
        <Banner tone="info">
          Choose a password of your own. The one that was issued to you cannot be used for anything else.
        </Banner>
      )}
      <FormStack
        onSubmit={(event) => {
          event.preventDefault()
          submit(new FormData(event.currentTarget))
        }}
      >
        <FormError>{failure.inline}</FormError>
        {/* Password managers want to know whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={user.userId} readOnly />
        {!isFirst && (
          <PasswordInput
            label="Current password"
            name="currentPassword"
            autoComplete="current-password"
            error={failure.fields.currentPassword}
          />
        )}
        <NewPasswordFields
          passwordError={complaints.password ?? failure.fields.password}
          confirmedError={complaints.confirmed}
        />
        <Button type="submit" busy={pending} wide>
          Update Password
        </Button>
        {next && <p role="status">Your password is changed. Your next page opens in a moment.</p>}
      </FormStack>
    </>
  )
}
