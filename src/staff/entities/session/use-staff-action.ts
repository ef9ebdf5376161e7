// What a member of staff does from a page: sent once, with a fresh sign-in where the server asks for it, and said.
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { ApiError, describeFailure, fieldMessage, hasFieldErrors } from '#kit/http/api-error.ts'
import { useAction } from '#kit/query/use-action.ts'
import { useIsHere } from '#kit/routing/use-is-here.ts'
import { toast } from '#kit/ui/feedback/toast.ts'
import { useFreshSignIn } from './fresh-sign-in.tsx'

export interface StaffActionOptions<Field extends string> {
  /** What is read again afterwards, before the action is said to be done. */
  invalidates?: readonly QueryKey[]
  /** Also after a refusal, which may mean that somebody else was faster; not after one of what was typed. */
  invalidatesOnError?: boolean
  /** The fields that show their own errors. */
  fields?: readonly Field[]
  /** Where the page has no room for an error. */
  toastsErrors?: boolean
  /** Not once the dialog or page was left: it would close what was opened since. */
  onDone?: () => void
  onError?: (error: unknown) => void
}

/** @param action begins anew after a fresh sign-in; a text that it returns is shown as a toast */
export function useStaffAction<Input extends unknown[] = [], Field extends string = never>(
  action: (...input: Input) => Promise<unknown>,
  {
    invalidates = [],
    invalidatesOnError = false,
    toastsErrors = false,
    fields = [],
    onDone,
    onError,
  }: StaffActionOptions<Field> = {},
) {
  const client = useQueryClient()
  const runFresh = useFreshSignIn()
  const isHere = useIsHere()
  const refresh = () => Promise.all(invalidates.map((queryKey) => client.invalidateQueries({ queryKey })))
  const { error, ...rest } = useAction(
    async (...input: Input) => {
      const message = await runFresh(() => action(...input))
      // Before the dialog closes: what the page shows next has the versions that the next change must name.
      await refresh()
      if (typeof message === 'string') toast.success(message)
      if (isHere()) onDone?.()
    },
    {
      onError(thrown) {
        // A session that ended has taken the page away itself, and says so.
        const isLeft = !isHere() && !(thrown instanceof ApiError && thrown.status === 401)
        if (isLeft) toast.error(`What you left before it was done is not confirmed. ${describeFailure(thrown)}`)
        else if (toastsErrors) toastFailure(thrown)
        if (invalidatesOnError && !hasFieldErrors(thrown)) void refresh()
        onError?.(thrown)
      },
    },
  )
  const errors = Object.fromEntries(fields.map((field) => [field, fieldMessage(error, field)])) as Record<
    Field,
    string | undefined
  >
  const isInField = fields.some((field) => errors[field] !== undefined)
  return {
    ...rest,
    /** What the action threw. */
    thrown: error,
    /** Its sentence; null where a field shows it. */
    error: error && !isInField ? describeFailure(error) : null,
    /** Those of the fields. */
    errors,
  }
}

export const toastFailure = (error: unknown) => toast.error(describeFailure(error))
