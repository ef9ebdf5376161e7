import { ApiError } from '#web/lib/http/api-error.ts'

/**
 * Of a page whose code did not come, the browser tells the address and no more. Asked once again, the server tells a
 * status too, which the error page shows (specification, section 8).
 * @param cause what the import was rejected with; returned as it is when nothing else is found out
 */
export async function whyNotLoaded(cause: unknown): Promise<unknown> {
  const message = cause instanceof Error ? cause.message : ''
  const [address] = /https?:\/\/\S+/.exec(message) ?? []
  if (!address) return cause
  try {
    const { ok, status } = await fetch(address, { method: 'HEAD', cache: 'no-store' })
    return ok ? cause : new ApiError(status, { message })
  } catch {
    return cause
  }
}
