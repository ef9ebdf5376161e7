// Both ways of changing a password open a new session and lead to the next page.
import { useState } from 'react'
import { openSession, rememberUser } from '#applicant/entities/session/session.ts'
import { ApiError } from '#kit/http/api-error.ts'
import { useAction } from '#kit/query/use-action.ts'
import { useDelayedRedirect } from '#kit/routing/use-delayed-redirect.ts'
import { useNavigateFromHere } from '#kit/routing/use-is-here.ts'
import { toast } from '#kit/ui/feedback/toast.ts'
import type { Contracts } from '#shared/api/applicant/contracts.ts'
import type { Reply } from '#shared/api/contract.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { getPathAfterPasswordChange } from '#shared/policy/next-route.ts'
import type { AppPath } from '#shared/routes.ts'
import { getFailureMessages } from '../failure-messages.ts'

type PasswordReply = Reply<Contracts['updatePassword'] | Contracts['updatePasswordByCode']>

/** @param send sends the form that was filled in */
export function usePasswordUpdate(send: (form: FormData) => Promise<PasswordReply>) {
  const navigate = useNavigateFromHere()
  const [next, setNext] = useState<AppPath | null>(null)
  useDelayedRedirect(next)
  const { run, isPending, error } = useAction(
    async (form: FormData) => {
      const isSameUser = rememberUser()
      const { message, token, data } = await send(form)
      if (!isSameUser()) return
      openSession(token, data)
      toast.success(message)
      const { to, after } = getPathAfterPasswordChange(data)
      if (after === 'now') await navigate(to)
      else setNext(to)
    },
    { onError: (failure) => toast.error(getFailureMessages(failure, messages.password).toast) },
  )
  const fieldErrors = getFieldErrors(error)
  // A field says what is wrong with it; the line does not repeat it.
  const hasFieldError = Object.keys(fieldErrors).some((field) => formFields.includes(field))

  return {
    /** Once it is changed, a second click on the way to the next page would be refused. */
    update: (form: FormData) => (next ? Promise.resolve() : run(form)),
    isPending,
    next,
    /** For the line above the fields. */
    errorMessage: error && !hasFieldError ? getFailureMessages(error, messages.password).inline : null,
    fieldErrors,
  }
}

const formFields = ['password', 'currentPassword', 'userId', 'email']

const getFieldErrors = (error: unknown): Partial<Record<string, string>> =>
  error instanceof ApiError ? Object.fromEntries(error.errors.map(({ path, message }) => [path, message])) : {}
