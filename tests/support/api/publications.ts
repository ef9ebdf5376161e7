// Publications over HTTP, for tests: applications of a school of their own, decided by a panel, made and approved.
import { expect } from 'vitest'
import { type AddedApplication, addApplications, decideApplications } from '../fixtures/many-applications.ts'
import type { Answer, TestApi } from './api.ts'
import { createStaff, type TestStaff } from './staff.ts'

export const unreadableDocument = {
  code: 'document_unreadable',
  type: 'Document',
  reason: 'A file that you sent cannot be read.',
}

type Outcome = 'shortlisted' | 'rejected' | 'held'

export interface Batch {
  school: string
  added: AddedApplication[]
  /** Of the applications. */
  ids: string[]
}

export interface ProposedPublication {
  id: string
  version: number
  digest: string
  counts: { items: number }
}

/** The people of one publication. */
export interface PublishingStaff {
  /** Makes and proposes; the other one approves. */
  maker: TestStaff
  approver: TestStaff
  /** Whose reviews made the decisions. */
  panel: [string, string]
}

export async function createPublishingStaff(api: TestApi): Promise<PublishingStaff> {
  return {
    maker: await createStaff(api, ['registry'], { isFresh: true, name: 'Maker' }),
    approver: await createStaff(api, ['chair'], { isFresh: true, name: 'Approver' }),
    panel: [(await createStaff(api, ['reviewer'])).id, (await createStaff(api, ['reviewer'])).id],
  }
}

let batches = 0

/** Submitted applications in a school of their own. */
export async function addBatch(api: TestApi, count: number): Promise<Batch> {
  batches += 1
  const school = `School ${batches}`
  const roles = ['Lecturer I', 'Lecturer II']
  const added = await addApplications(api, { count, prefix: `B${batches}N`, school, roles })
  return { school, added, ids: added.map(({ applicationId }) => applicationId) }
}

/** What the people of a publication do. */
export function createPublishing(api: TestApi, { maker, approver, panel }: PublishingStaff) {
  const act = (id: string, action: string, body: object, by: TestStaff): Promise<Answer> =>
    by.call('POST', `/staff/publications/${id}/${action}`, { body })

  const publishing = {
    act,

    decide: (ids: readonly string[], outcome: Outcome, reasons = [unreadableDocument]) =>
      decideApplications(api, ids, { outcome, reasons: outcome === 'rejected' ? reasons : [], by: panel }),

    async select(filter: object, by = maker): Promise<string> {
      const { body } = await by.call('POST', '/staff/selections', { body: { of: 'applications', filter } })
      return body.data.id
    },

    async make(kind: string, school: string, more: object = {}, by = maker): Promise<Answer> {
      const selection = await publishing.select({ school }, by)
      return by.call('POST', '/staff/publications', { body: { kind, title: `A ${kind}`, selection, ...more } })
    },

    read: async (id: string, by = maker) => (await by.call('GET', `/staff/publications/${id}`)).body.data,

    propose: (id: string, version: number, by = maker) => act(id, 'propose', { version }, by),

    /** A publication that waits for its approval. */
    async makeProposed(kind: string, school: string, more: object = {}): Promise<ProposedPublication> {
      const made = await publishing.make(kind, school, more)
      return (await publishing.propose(made.body.data.id, made.body.data.version)).body.data
    },

    approve: ({ id, version, digest }: Pick<ProposedPublication, 'id' | 'version' | 'digest'>, by = approver) =>
      act(id, 'approve', { digest, version }, by),

    waitUntilPublished: (id: string) =>
      expect.poll(async () => (await publishing.read(id)).state, { timeout: 30_000, interval: 50 }).toBe('published'),

    /** From the selection to what applicants see. */
    async publish(kind: string, school: string, more: object = {}): Promise<string> {
      const proposed = await publishing.makeProposed(kind, school, more)
      expect((await publishing.approve(proposed)).status).toBe(200)
      await publishing.waitUntilPublished(proposed.id)
      return proposed.id
    },

    /** What applicants see, in the order of the ids. */
    async readDecisions(ids: readonly string[]): Promise<string[]> {
      const { rows } = await api.database.pool.query<{ decision: string }>(
        'select decision from unnest($1::uuid[]) with ordinality as wanted (id, place) join applications using (id) order by place',
        [ids],
      )
      return rows.map(({ decision }) => decision)
    },

    listSubjects: (email: string) => api.mailbox.messages(email).map(({ subject }) => subject),
  }
  return publishing
}
