// An application that the registry returns for correction, or that is withdrawn, over HTTP.
import type { ApplicationToReview } from '../fixtures/application-to-review.ts'
import type { Answer, TestApi } from './api.ts'
import type { TestStaff } from './staff.ts'

export const reasonOfReturn = 'The scan of your certificate cannot be read. Please send a clear one.'
const hourMs = 60 * 60_000

/** The newest, which the next step has to name. */
async function readVersion({ database: { pool } }: TestApi, number: string): Promise<number> {
  const { rows } = await pool.query(
    'select version from application_statuses join applications on id = application_id where number = $1',
    [number],
  )
  return rows[0]?.version ?? 1
}

/** What the registry and the applicant do with one application. */
export function createReturning(api: TestApi, registry: TestStaff, one: Pick<ApplicationToReview, 'number' | 'token'>) {
  const path = `/staff/applications/${one.number}`
  const own = { token: one.token }
  const returning = {
    path,
    inHours: (hours: number) => new Date(api.clock.now().getTime() + hours * hourMs).toISOString(),
    read: async (by = registry) => (await by.call('GET', path)).body.data,

    /** For two days by default, at the newest version. */
    async return(more: object = {}, by = registry): Promise<Answer> {
      const version = await readVersion(api, one.number)
      const body = { reason: reasonOfReturn, until: returning.inHours(48), version, ...more }
      return by.call('POST', `${path}/return`, { body })
    },

    async takeBack(by = registry): Promise<Answer> {
      return by.call('POST', `${path}/take-back`, { body: { version: await readVersion(api, one.number) } })
    },

    readDraft: async () => (await api.call('GET', '/applications/draft', own)).body.data,
    saveDraft: (document: unknown, revision: number) =>
      api.call('PUT', '/applications/draft', { ...own, body: { document, revision } }),
    send: (body: unknown) => api.call('POST', '/applications/', { ...own, body }),
    /** The form as it was sent, with another answer. */
    correct: async (hobby: string) => ({ ...(await returning.readDraft()).document, hobby }),
    readOwn: async (include = '') => (await api.call('GET', `/applications/my${include}`, own)).body.data,
    readSummary: async () => (await api.call('GET', '/applications/my/summary', own)).body.data.application,
  }
  return returning
}

export const reasonOfWithdrawal = 'Asked by email on 20 November, from the address on record.'
export const reasonOfReinstatement = 'The email came from somebody else.'

/** What the staff and the applicant do with one application. */
export function createWithdrawing(
  api: TestApi,
  registry: TestStaff,
  one: Pick<ApplicationToReview, 'number' | 'token'>,
) {
  const path = `/staff/applications/${one.number}`
  const own = { token: one.token }
  const withdrawing = {
    path,
    read: async (by = registry) => (await by.call('GET', path)).body.data,

    withdraw: (by = registry, reason: unknown = reasonOfWithdrawal): Promise<Answer> =>
      by.call('POST', `${path}/withdraw`, { body: { reason } }),

    /** At the newest version. */
    async reinstate(more: object = {}, by = registry): Promise<Answer> {
      const version = await readVersion(api, one.number)
      return by.call('POST', `${path}/reinstate`, { body: { reason: reasonOfReinstatement, version, ...more } })
    },

    readOwn: async (include = '') => (await api.call('GET', `/applications/my${include}`, own)).body.data,
    readSummary: async () => (await api.call('GET', '/applications/my/summary', own)).body.data,

    /** What the applicant reads, as it is sent. */
    async readOwnText(): Promise<string[]> {
      const paths = ['my', 'my?include=snapshot', 'my/summary', 'draft']
      const headers = { authorization: `Bearer ${one.token}` }
      const answers = await Promise.all(paths.map((name) => api.fetch(`/api/v1/applications/${name}`, { headers })))
      return Promise.all(answers.map((answer) => answer.text()))
    },
  }
  return withdrawing
}
