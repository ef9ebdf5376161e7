// Both ways of changing a password end alike: a new session, and the next screen (specification, section 4).
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Reply } from '#shared/api/contracts.ts'
import { notices } from '#shared/messages/web-messages.ts'
import { screenAfterPasswordChange } from '#shared/policy/next-route.ts'
import type { Screen } from '#shared/routes.ts'
import { openSession } from '#web/entities/session/session.ts'
import { useRedirectSoon } from '#web/lib/browser/redirect.ts'
import { ApiError } from '#web/lib/http/api-error.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { failureWords } from '../failure-messages.ts'

interface Failure {
  /** The red line above the fields; empty when each complaint stands at its field. */
  inline: string
  fields: Partial<Record<string, string>>
}

const noFailure: Failure = { inline: '', fields: {} }

export function usePasswordUpdate() {
  const navigate = useNavigate()
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState(noFailure)
  const [next, setNext] = useState<Screen | null>(null)
  useRedirectSoon(next)

  async function update(send: () => Promise<Reply<'updatePassword' | 'updatePasswordByCode'>>) {
    setPending(true)
    setFailure(noFailure)
    try {
      const { message, token, data } = await send()
      openSession(token, data)
      toast.success(message)
      const { to, after } = screenAfterPasswordChange(data)
      if (after === 'now') navigate(to)
      else setNext(to)
    } catch (error) {
      const words = failureWords(error, notices.password)
      toast.error(words.toast)
      setFailure({ inline: words.inline, fields: fieldsOf(error) })
    } finally {
      setPending(false)
    }
  }

  return { pending, failure, next, update }
}

const fieldsOf = (error: unknown): Failure['fields'] =>
  error instanceof ApiError ? Object.fromEntries(error.errors.map(({ path, message }) => [path, message])) : {}
