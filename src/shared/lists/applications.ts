// The submitted applications, for finding one and for seeing how far the reviews are.
import { z } from 'zod'
import { uuid } from '#shared/format/uuid.ts'
import { suggestions } from '../decisions/requirements.ts'
import { outcomeLabels, outcomeNames, publishedLabels, reviewStageNames, reviewStages } from '../decisions/stages.ts'
import { listNames } from '../format/labels.ts'
import { genders } from '../reference-data/option-lists.ts'
import { listScopes, listWholeScopes, type RoleGrant, type Scope } from '../roles/permissions.ts'
import { assigneeFilter, column } from './column.ts'
import { describeList, moment, type RowOf } from './list.ts'

export const applicationList = describeList({
  name: 'applications',
  label: 'Applications',
  noun: 'applications',
  reading: 'applications_listed',
  permission: 'application:read',
  row: z.object({
    number: z.string(),
    userId: z.string(),
    name: z.string(),
    role: z.string(),
    school: z.string(),
    department: z.string().nullable(),
    state: z.string(),
    lga: z.string(),
    gender: z.enum(listNames(genders)),
    submitted: moment,
    stage: z.enum(reviewStageNames),
    reviews: z.number().int(),
    reviewsNeeded: z.number().int(),
    split: z.boolean(),
    onHold: z.boolean(),
    decided: z.enum(outcomeNames).nullable().describe('Null also for those who may see the status only.'),
    published: z.enum(listNames(publishedLabels)).nullable(),
    assigned: z.object({ id: z.string(), name: z.string() }).nullable(),
    meets: z.enum(suggestions).nullable(),
  }),
  columns: {
    number: column({ label: 'Application', kind: 'text', filter: 'prefix' }),
    name: column({ label: 'Name', kind: 'text', sortable: true, personal: true }),
    userId: column({ label: 'User ID', kind: 'text', filter: 'prefix', personal: true }),
    role: column({ label: 'Post', kind: 'choice', filter: 'oneOf' }),
    school: column({ label: 'School', kind: 'choice', filter: 'oneOf' }),
    department: column({ label: 'Department', kind: 'choice', filter: 'oneOf' }),
    state: column({ label: 'State', kind: 'choice', filter: 'oneOf' }),
    lga: column({ label: 'LGA', kind: 'choice', filter: 'oneOf' }),
    gender: column({ label: 'Gender', kind: 'choice', filter: 'oneOf', options: genders }),
    submitted: column({ label: 'Submitted', kind: 'day', filter: 'between', sortable: true }),
    stage: column({ label: 'Stage', kind: 'choice', filter: 'oneOf', options: reviewStages }),
    reviews: column({
      label: 'Reviews',
      kind: 'choice',
      filter: 'oneOf',
      options: { 0: 'None', 1: 'One', 2: 'Two or more' },
    }),
    split: column({ label: 'Reviews differ', kind: 'flag', filter: 'is' }),
    onHold: column({ label: 'On hold', kind: 'flag', filter: 'is' }),
    decided: column({
      label: 'Decided',
      kind: 'choice',
      filter: 'oneOf',
      options: { none: 'Not decided', ...outcomeLabels },
    }),
    published: column({
      label: 'Published',
      kind: 'choice',
      filter: 'oneOf',
      options: { none: 'Not published', ...publishedLabels },
    }),
    assigned: column({ label: 'Assigned to', kind: 'choice', ...assigneeFilter }),
    meets: column({
      label: 'Meets requirements',
      kind: 'choice',
      options: { meets: 'Yes', falls_short: 'No', unclear: 'Unclear', none: 'Nothing asked' },
    }),
  },
  defaultColumns: ['number', 'name', 'role', 'submitted', 'stage', 'reviews', 'decided', 'published', 'assigned'],
  defaultOrder: '-submitted',
  search: {
    hint: 'Application number, user ID or name',
    takes: 'An application number, user ID or name, or how it begins. What a name finds is in the order of names.',
    isInOrderOfNames: true,
    max: 200,
  },
  furtherFilters: { selection: uuid().optional().describe('One of your own selections, whatever matches now.') },
  furtherLabels: { selection: () => 'Your selection' },
  exercise: 'current',
  // Computed page by page from the requirements of the post, so that no statement has it.
  exported: { isNarrowedByRole: false, omitted: ['meets'] },
})
export type ApplicationRow = RowOf<typeof applicationList>

/**
 * What would tell a decision before it is published. Those who may see no more of an application than its status neither
 * get these columns nor filter by them.
 */
export const unpublishedColumns: readonly (keyof typeof applicationList.columns)[] = [
  'stage',
  'reviews',
  'split',
  'decided',
  'assigned',
  'meets',
]

/** Where the person may read what these filters ask for: all of an application, or at least its status. */
export const listApplicationScopes = (
  grants: readonly RoleGrant[],
  query: Readonly<Record<string, unknown>>,
): Scope[] =>
  unpublishedColumns.some((name) => query[name] !== undefined)
    ? listWholeScopes(grants, 'application:read')
    : listScopes(grants, 'application:read')
