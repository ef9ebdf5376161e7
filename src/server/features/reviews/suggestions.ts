// Whether the applications of a page meet what their posts ask for. What follows from the answers of a submission is kept in
// memory: it never changes, and reading the answers of a page costs more than the page.
import { deriveFacts } from '#shared/application/derived.ts'
import type { Answers } from '#shared/application/sections.ts'
import { checkRequirements } from '#shared/decisions/requirements.ts'
import type { ApplicationRow } from '#shared/lists/applications.ts'
import { createPostKey, type RequirementsByPost } from './rules-store.ts'

type Suggestion = NonNullable<ApplicationRow['meets']>
type Facts = ReturnType<typeof deriveFacts>

interface Row {
  accountId: string
  /** Another one for each submission. */
  submittedAt: string
  school: string
  department: string | null
  role: string
}

/** About 300 bytes each. */
const maxFacts = 20_000
const factsOf = new Map<string, Facts>()

const createKey = ({ accountId, submittedAt }: Row) => `${accountId} ${submittedAt}`

function saveFacts(key: string, facts: Facts): void {
  if (factsOf.size >= maxFacts) factsOf.delete(factsOf.keys().next().value ?? '')
  factsOf.set(key, facts)
}

/** By account. */
export async function suggestForRows(
  rows: readonly Row[],
  required: RequirementsByPost,
  listAnswers: (accountIds: string[]) => Promise<{ accountId: string; answers: Answers }[]>,
): Promise<Map<string, Suggestion>> {
  const unknown = rows.filter((row) => required.has(createPostKey(row)) && !factsOf.has(createKey(row)))
  if (unknown.length > 0) {
    const answers = await listAnswers(unknown.map(({ accountId }) => accountId))
    const found = new Map(answers.map((one) => [one.accountId, one.answers]))
    for (const row of unknown) saveFacts(createKey(row), deriveFacts(found.get(row.accountId) ?? ({} as Answers)))
  }
  return new Map(
    rows.map((row) => {
      const asked = required.get(createPostKey(row))
      if (!asked) return [row.accountId, 'none']
      return [row.accountId, checkRequirements(asked, factsOf.get(createKey(row)) ?? {}).suggestion]
    }),
  )
}
