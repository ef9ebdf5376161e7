// Offers over HTTP, for tests: recorded by one person, confirmed by another, and published.
import { expect } from 'vitest'
import { type ApplicationToReview, createApplicationToReview } from '../fixtures/application-to-review.ts'
import type { TestApi } from './api.ts'
import { createPublishing, createPublishingStaff } from './publications.ts'

let posts = 0

export async function createOfferSteps(api: TestApi) {
  const people = await createPublishingStaff(api)
  const publishing = createPublishing(api, people)
  const { maker, approver } = people
  const query = (text: string, values: unknown[] = []) => api.database.pool.query(text, values)

  const getUntil = (days = 14) => new Date(api.clock.now().getTime() + days * 86_400_000).toISOString()
  const steps = {
    people,
    publishing,
    getUntil,

    /** Applicants on the published shortlist, for a post of their own. */
    async addShortlisted(count: number, vacancies: number | null = 1): Promise<ApplicationToReview[]> {
      posts += 1
      const school = `Offers ${posts}`
      const role = 'Lecturer II'
      await query(
        'insert into posts (exercise_id, school, role, vacancies) select id, $1, $2, $3 from exercises order by is_current desc limit 1',
        [school, role, vacancies],
      )
      const added: ApplicationToReview[] = []
      for (let n = 0; n < count; n += 1)
        added.push(await createApplicationToReview(api, { school, department: null, role }))
      await query(`update applications set decision = 'verified' where id = any($1)`, [added.map(({ id }) => id)])
      return added
    },

    /** By one person, and confirmed by the other. */
    async settle({ number }: Pick<ApplicationToReview, 'number'>, body: object) {
      const path = `/staff/applications/${number}/outcome`
      const { rows } = await query(
        'select version from final_outcome_statuses join applications on id = application_id where number = $1',
        [number],
      )
      const version = rows[0]?.version ?? 0
      const recorded = await approver.call('POST', path, { body: { version, ...body } })
      expect(recorded.status, recorded.body.message).toBe(201)
      const confirmed = await maker.call('POST', `${path}/confirm`, { body: { version: recorded.body.data.version } })
      expect(confirmed.status, confirmed.body.message).toBe(201)
      return confirmed.body.data
    },

    select: (one: Pick<ApplicationToReview, 'number'>, until = getUntil()): Promise<unknown> =>
      steps.settle(one, { outcome: 'selected', until }),

    async propose(numbers: readonly string[], kind = 'offer') {
      const selection = await publishing.select({ numbers })
      const body = { kind, title: 'Final outcomes', selection }
      const made = await maker.call('POST', '/staff/publications', { body })
      if (made.status !== 201) return made
      return publishing.propose(made.body.data.id, made.body.data.version)
    },

    publish: (...applications: Pick<ApplicationToReview, 'number'>[]): Promise<string> =>
      steps.publishAs('offer', applications),

    /** As the publication of the outcome makes it, by SQL. */
    async offer({ id }: Pick<ApplicationToReview, 'id'>, until = getUntil()): Promise<void> {
      await query(
        `with recorded as (
          insert into final_outcomes (application_id, post_id, outcome, until, recorded_by, seen_version)
          select application.id, post.id, 'selected', $2, $3, 0
          from applications application join accounts person on person.id = account_id
          join posts post on post.exercise_id = person.exercise_id and post.school = person.school
            and post.department is not distinct from person.department and post.role = person.role
          where application.id = $1 returning *
        ), confirmed as (
          insert into outcome_confirmations (outcome_id, recorded_by, confirmed_by) select id, recorded_by, $4 from recorded
        ) insert into final_outcome_statuses (application_id, version, outcome_id, post_id, outcome, is_confirmed)
          select application_id, 2, id, post_id, outcome, true from recorded`,
        [id, until, approver.id, maker.id],
      )
      await query('update final_outcome_statuses set published_id = outcome_id where application_id = $1', [id])
    },

    /** Although it was on the published shortlist. */
    async reject(one: ApplicationToReview): Promise<void> {
      await publishing.decide([one.id], 'rejected')
      await steps.publishAs('correction', [one])
    },

    /** @returns its id */
    async publishAs(kind: string, applications: readonly Pick<ApplicationToReview, 'number'>[]): Promise<string> {
      const numbers = applications.map(({ number }) => number)
      const { status, body } = await steps.propose(numbers, kind)
      expect(status, JSON.stringify(body)).toBe(200)
      expect((await publishing.approve(body.data)).status).toBe(200)
      await api.services.publications.publish({ publicationId: body.data.id })
      await api.services.publications.sendEmails({ publicationId: body.data.id })
      // The moment of the next one is a later one.
      api.clock.advance(1_000)
      return body.data.id
    },
  }
  return steps
}
