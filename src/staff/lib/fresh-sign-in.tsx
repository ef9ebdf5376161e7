// Sensitive actions need a code that was entered within the last five minutes. The server decides; this asks for the code
// when it refuses, and repeats the action.
import { createContext, type ReactNode, useContext, useState } from 'react'
import { useAction } from '#web/lib/actions/use-action.ts'
import { fieldMessage } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { FormError, FormStack } from '#web/ui/layout/form-stack.tsx'
import { Actions } from '../ui/actions.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { describeFailure, hasCode, staffCall } from './staff-call.ts'
import { useSessionActions } from './staff-session.ts'

/**
 * Runs the action; when the server wants a fresh sign-in, asks for a code and runs it again.
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

  const runFresh: RunFresh = async (action) => {
    try {
      return await action()
    } catch (error) {
      if (!hasCode(error, 'fresh_sign_in_required')) throw error
      const isFresh = await new Promise<boolean>((resolve) => setQuestion({ resolve }))
      setQuestion(null)
      if (!isFresh) throw error
      return await action()
    }
  }

  return (
    <FreshContext value={runFresh}>
      {children}
      {question && <CodeDialog onDone={() => question.resolve(true)} onCancel={() => question.resolve(false)} />}
    </FreshContext>
  )
}

function CodeDialog({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { noteFresh } = useSessionActions()
  const { run, isPending, error } = useAction(async (form: FormData) => {
    const { data } = await staffCall('signInFresh', { body: { code: String(form.get('code')) } })
    noteFresh(data.freshUntil)
    onDone()
  })
  const codeError = fieldMessage(error, 'code')
  return (
    <Dialog title="Confirm that it is you" onClose={onCancel}>
      <FormStack onSubmit={run}>
        <p>This action needs a new code from your authenticator app. It is then open for five minutes.</p>
        <FormError>{error && !codeError ? describeFailure(error) : null}</FormError>
        <TextInput
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          error={codeError}
          autoFocus
        />
        <Actions>
          <Button type="submit" busy={isPending}>
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
