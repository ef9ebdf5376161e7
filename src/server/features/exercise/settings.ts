// The settings of an exercise as a file has them, and as columns.
import type { z } from 'zod'
import { presentContact } from '#server/domain/registry-contact.ts'
import { completeReviewRules } from '#shared/decisions/stages.ts'
import { toKobo, toNaira } from '#shared/policy/money.ts'
import { type ExerciseSettings, exerciseSettings } from '#shared/staff/exercise-settings.ts'
import type { ExerciseRow, NewExercise } from './store.ts'

/** @throws Error that names every wrong setting, one per line */
export function parseExerciseSettings(json: string): ExerciseSettings {
  const result = exerciseSettings.safeParse(parseJson(json))
  if (result.success) return result.data
  throw new Error(`The settings are not right:\n${result.error.issues.flatMap(describeIssue).join('\n')}`)
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw new Error(`The settings are not JSON: ${(cause as Error).message}`, { cause })
  }
}

function describeIssue(issue: z.core.$ZodIssue): string[] {
  const path = issue.path.join('.')
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `  ${[path, key].filter(Boolean).join('.')}: there is no such setting`)
  return [`  ${path || 'the file'}: ${issue.message}`]
}

/** The columns of the exercise that these settings change. The details of posts have rows of their own. */
export function toColumns({
  fee,
  charge,
  vendor,
  contact,
  deadline,
  current,
  postDetails: _,
  ...same
}: ExerciseSettings): Partial<NewExercise> {
  const columns = {
    ...same,
    deadline: deadline === undefined || deadline === null ? deadline : new Date(deadline),
    feeKobo: fee === undefined ? undefined : toKobo(fee),
    chargeKobo: charge === undefined ? undefined : toKobo(charge),
    vendorName: vendor?.name,
    vendorUrl: vendor?.url,
    contactAddress: contact?.address,
    contactPhone: contact?.phone,
    contactHours: contact?.hours,
    isCurrent: current,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

/** The settings that an exercise has now. */
export const presentSettings = (row: ExerciseRow) => ({
  institution: row.institution,
  shortName: row.shortName,
  title: row.title,
  status: row.status,
  deadline: row.deadline?.toISOString() ?? null,
  fee: toNaira(row.feeKobo),
  charge: toNaira(row.chargeKobo),
  posts: row.posts.map(({ school, department, roles }) => ({ school, department, roles: [...roles] })),
  vendor: { name: row.vendorName, url: row.vendorUrl },
  contact: presentContact(row),
  reviewRules: completeReviewRules(row.reviewRules),
  scoreCriteria: [...row.scoreCriteria],
})
