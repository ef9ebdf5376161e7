import { useState } from 'react'
import { call } from '#web/lib/http/http.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { FormError, FormStack } from '#web/ui/layout/form-stack.tsx'
import { ownerComplaints, type PasswordComplaints, passwordComplaints } from './new-password.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { usePasswordUpdate } from './password-update.ts'

/** The fuller variant: the link of a reset mail brought its code, and the owner proves to know the account. */
export function ResetPassword({ code }: { code: string }) {
  const { pending, failure, next, update } = usePasswordUpdate()
  const [complaints, setComplaints] = useState<PasswordComplaints>({})

  function submit(typed: FormData) {
    const owner = { userId: String(typed.get('userId')), email: String(typed.get('email')) }
    const password = String(typed.get('password'))
    const found = {
      ...ownerComplaints(owner),
      ...passwordComplaints({ password, confirmed: String(typed.get('confirmed')) }),
    }
    setComplaints(found)
    if (Object.keys(found).length > 0) return
    void update(() => call('updatePasswordByCode', { body: { ...owner, password, code } }))
  }

  return (
    <FormStack
      onSubmit={(event) => {
        event.preventDefault()
        submit(new FormData(event.currentTarget))
      }}
    >
      <FormError>{failure.inline}</FormError>
      <TextInput
        label="User ID"
        name="userId"
        autoComplete="username"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="next"
        error={complaints.userId ?? failure.fields.userId}
      />
      <TextInput
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        enterKeyHint="next"
        error={complaints.email ?? failure.fields.email}
      />
      <NewPasswordFields
        passwordError={complaints.password ?? failure.fields.password}
        confirmedError={complaints.confirmed}
      />
      <Button type="submit" busy={pending} wide>
        Update Password
      </Button>
      {next && <p role="status">Your password is changed. Your next page opens in a moment.</p>}
    </FormStack>
  )
}
