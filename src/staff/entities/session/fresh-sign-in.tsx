// Sensitive actions need a code that was entered, or a passkey that was used, within the last five minutes. The server
// decides; this asks when it refuses, and repeats the action.
import { createContext, type ReactNode, useContext, useRef, useState } from 'react'
import { describeFailure, fieldMessage, hasCode } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Dialog } from '#kit/ui/feedback/dialog.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Divider } from '#kit/ui/layout/divider.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import type { RequestInput } from '#shared/api/contract.ts'
import type { StaffContracts } from '#shared/api/staff/contracts.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { useOwnPasskeys } from './own-passkeys.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { askForPasskey, canUsePasskeys } from './passkeys.ts'
import { useSignInMethods } from './use-sign-in-methods.ts'

/**
 * Runs the action; when the server wants a fresh sign-in, asks for a code or a passkey and runs it again.
 * @throws what the action throws; its own refusal when the person cancels
 */
type RunFresh = <T>(action: () => Promise<T>) => Promise<T>

const FreshContext = createContext<RunFresh>((action) => action())

export const useFreshSignIn = () => useContext(FreshContext)

interface Question {
  resolve: (isFresh: boolean) => void
}

export function FreshSignIn({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null)
  const asked = useRef<Promise<boolean> | null>(null)

  const runFresh: RunFresh = async (action) => {
    try {
      return await action()
    } catch (error) {
      if (!hasCode(error, 'fresh_sign_in_required')) throw error
      // One answer is for all that wait for it.
      asked.current ??= new Promise<boolean>((resolve) => setQuestion({ resolve })).finally(() => {
        asked.current = null
        setQuestion(null)
      })
      if (!(await asked.current)) throw error
      return await action()
    }
  }

  return (
    <FreshContext value={runFresh}>
      {children}
      {question && <ConfirmDialog onDone={() => question.resolve(true)} onCancel={() => question.resolve(false)} />}
    </FreshContext>
  )
}

function ConfirmDialog({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const own = useOwnPasskeys()
  const { run, pending, error } = useSignInMethods<'code' | 'passkey'>()

  async function confirm(body: RequestInput<StaffContracts['signInFresh'], 'body'>) {
    await staffCall('signInFresh', { body })
    onDone()
  }
  const enterCode = (form: FormData) => run('code', () => confirm({ code: String(form.get('code')) }))
  const enterPasskey = () =>
    run('passkey', async () => {
      const options = (await staffCall('preparePasskeySignIn', { body: {} })).data
      await confirm({ passkey: await askForPasskey(options) })
    })

  const codeError = fieldMessage(error, 'code')
  const hasPasskey = canUsePasskeys() && (own.data?.passkeys.length ?? 0) > 0
  return (
    <Dialog
      title="Confirm that it is you"
      intro={
        <p>
          {hasPasskey
            ? 'This action needs a passkey or a new code. It is then open for five minutes.'
            : 'This action needs a new code from your authenticator app. It is then open for five minutes.'}
        </p>
      }
      onClose={onCancel}
    >
      <FormStack onSubmit={(form) => void enterCode(form)}>
        <FormError>{error && !codeError ? describeFailure(error) : null}</FormError>
        {hasPasskey && (
          <>
            <PasskeyButton busy={pending === 'passkey'} onClick={() => void enterPasskey()}>
              Use a passkey
            </PasskeyButton>
            <Divider>or enter a code</Divider>
          </>
        )}
        <TextInput
          label="Code"
          name="code"
          hint={own.data?.hasPassword === false ? 'One of your recovery codes.' : undefined}
          inputMode={own.data?.hasPassword === false ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          error={codeError}
          autoFocus
        />
        <Actions>
          <Button type="submit" busy={pending === 'code'}>
            Confirm
          </Button>
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        </Actions>
      </FormStack>
    </Dialog>
  )
}
