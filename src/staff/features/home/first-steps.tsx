// Leads from a server that was just started to published outcomes, and ticks itself from what has been done.

import { Status } from '#kit/ui/feedback/status.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import type { HomeCounts } from '#shared/api/staff/lists/counts.ts'
import { type FirstStepName, firstStepNames, neededPeople } from '#shared/staff/first-steps.ts'
import { staffPaths } from '#shared/staff/paths.ts'
import { PageLink } from '#staff/entities/session/page-link.tsx'
import styles from './first-steps.module.css'

interface Step {
  label: string
  /** What is done there, said of what is to be done next. */
  hint: string
  path: string
}

const steps: Record<FirstStepName, Step> = {
  people: {
    label: 'People',
    hint: 'Nobody approves their own work, so two administrators, two registry officers (a chair counts) and two reviewers are needed. Invite them first: each sets up an account of their own.',
    path: staffPaths.people,
  },
  exercise: {
    label: 'Exercise',
    hint: 'Say the year, the institution and the fee.',
    path: staffPaths.exerciseSettings,
  },
  posts: { label: 'Posts', hint: 'Add every post before the list of applicants.', path: staffPaths.posts },
  list: {
    label: 'List of applicants',
    hint: 'Upload the list, correct what is wrong in it, and issue the accounts.',
    path: staffPaths.imports,
  },
  reviews: {
    label: 'Reviews',
    hint: 'Open the exercise. When applications are submitted, assign them to reviewers.',
    path: staffPaths.applications,
  },
  publication: {
    label: 'Publication',
    hint: 'Make the shortlist and the rejections, propose them, and have another person approve them.',
    path: staffPaths.publications,
  },
}

export function FirstSteps({ firstSteps }: Pick<HomeCounts, 'firstSteps'>) {
  if (firstSteps === null) return null
  const { done } = firstSteps
  const next = firstStepNames.find((name) => !done.includes(name))
  return (
    <Card title="First steps">
      <ol className={styles.steps}>
        {firstStepNames.map((name) => (
          <li key={name} aria-current={name === next ? 'step' : undefined}>
            <Status kind={done.includes(name) ? 'done' : 'open'}>
              <span>
                <PageLink to={steps[name].path}>{steps[name].label}</PageLink>
                {done.includes(name) && ', done'}
              </span>
            </Status>
            {name === 'people' && !done.includes(name) && <p className={styles.hint}>{describePeople(firstSteps)}</p>}
            {(name === next || (name === 'people' && !done.includes(name))) && (
              <p className={styles.hint}>{steps[name].hint}</p>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

function describePeople({ administrators, officers, reviewers }: NonNullable<HomeCounts['firstSteps']>): string {
  const people = [
    [administrators, 'administrators'],
    [officers, 'registry officers'],
    [reviewers, 'reviewers'],
  ] as const
  return people.map(([count, label]) => `${Math.min(count, neededPeople)} of ${neededPeople} ${label}`).join(' · ')
}
