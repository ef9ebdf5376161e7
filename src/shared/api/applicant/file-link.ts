// A link to a file or a slip that is opened without a session leads to the login, and from there to the file.
import { paths } from '#shared/routes.ts'
import { apiBase } from '../calls.ts'

const parameter = 'open'

/** @param url path of the file, as the browser requested it */
export const getLoginPathForFile = (url: string): string => `${paths.login}?${parameter}=${encodeURIComponent(url)}`

/** The path of the file that the login was opened for. Anybody can make such a link, so that only files and slips count. */
export function readFileLink(query: { get(name: string): string | null }): string | null {
  const path = query.get(parameter) ?? ''
  const isOwn = [`${apiBase}/files/`, `${apiBase}/slips/`].some((folder) => path.startsWith(folder))
  return isOwn && /^[\w/.-]+$/.test(path) && !path.includes('..') ? path : null
}
