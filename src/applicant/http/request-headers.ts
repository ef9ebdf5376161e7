/** The header copies the cookie of the same name, which only our own pages can read. */
const xsrf = { cookie: 'XSRF-TOKEN', header: 'X-XSRF-TOKEN' }

/** The headers of calls, early reads and uploads: the Bearer token, if there is one, and the XSRF copy. */
export function buildHeaders(token: string | null): Record<string, string> {
  const xsrfToken = readCookie(xsrf.cookie)
  return {
    accept: 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(xsrfToken && { [xsrf.header]: xsrfToken }),
  }
}

function readCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((candidate) => candidate.startsWith(`${name}=`))
  return pair && decodeURIComponent(pair.slice(name.length + 1))
}
