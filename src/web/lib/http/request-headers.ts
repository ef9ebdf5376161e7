import { currentSession } from '#web/entities/session/session.ts'

/** The header copies the cookie of the same name: only our own pages can read it (specification, section 7). */
const xsrf = { cookie: 'XSRF-TOKEN', header: 'X-XSRF-TOKEN' }

/** Bearer when there is a token and none when not, and the XSRF copy. For uploads too. */
export function requestHeaders(token = currentSession().token): Record<string, string> {
  const copied = cookie(xsrf.cookie)
  return {
    accept: 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(copied && { [xsrf.header]: copied }),
  }
}

function cookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found && decodeURIComponent(found.slice(name.length + 1))
}
