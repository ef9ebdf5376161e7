import { useState } from 'react'
import { createFieldError } from '#kit/http/api-error.ts'
import { QueryResult } from '#kit/query/query-result.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { Dialog } from '#kit/ui/feedback/dialog.tsx'
import { PasswordInput } from '#kit/ui/inputs/password-input.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import { messages } from '#shared/messages/web-messages.ts'
import { staffPasswordLength } from '#shared/staff/password.ts'
import { useOwnPasskeys } from '#staff/entities/session/own-passkeys.ts'
import { useMe } from '#staff/entities/session/staff-session.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { ownSessionsKey } from './own-sessions-card.tsx'
import styles from './spaced.module.css'

export function PasswordCard() {
  const query = useOwnPasskeys()
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title="Password">
      <QueryResult query={query}>
        {({ hasPassword }) =>
          hasPassword ? (
            <div className={styles.spaced}>
              <p>With it and a code of your authenticator app you sign in.</p>
              <Actions>
                <Button variant="secondary" onClick={() => setOpen(true)}>
                  Change the password
                </Button>
              </Actions>
            </div>
          ) : (
            <p>You have none: you sign in with passkeys only.</p>
          )
        }
      </QueryResult>
      {isOpen && <ChangeDialog onClose={() => setOpen(false)} />}
    </Card>
  )
}

function ChangeDialog({ onClose }: { onClose: () => void }) {
  const { email } = useMe()
  const { run, isPending, error, errors } = useStaffAction(
    async (form: FormData) => {
      const read = (name: string) => String(form.get(name))
      const body = { currentPassword: read('currentPassword'), password: read('password') }
      if (body.password !== read('confirmed')) throw createFieldError('confirmed', messages.password.mismatch)
      await staffCall('changeOwnPassword', { body })
      return 'Your password is changed.'
    },
    { fields: ['currentPassword', 'password', 'confirmed'], invalidates: [ownSessionsKey], onDone: onClose },
  )
  return (
    <Dialog title="Change the password" intro={<p>Your sessions on other devices end.</p>} onClose={onClose}>
      <FormStack onSubmit={run}>
        <FormError>{error}</FormError>
        {/* Password managers store the password under this name. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordInput
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          error={errors.currentPassword}
          autoFocus
        />
        <PasswordInput
          label="New password"
          name="password"
          autoComplete="new-password"
          hint={`At least ${staffPasswordLength.min} characters. A sentence is easy to remember.`}
          error={errors.password}
        />
        <PasswordInput
          label="New password again"
          name="confirmed"
          autoComplete="new-password"
          error={errors.confirmed}
        />
        <Actions>
          <Button type="submit" busy={isPending}>
            Change the password
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </Actions>
      </FormStack>
    </Dialog>
  )
}
