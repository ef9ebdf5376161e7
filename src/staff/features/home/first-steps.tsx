// Leads from a server that was just started to published outcomes, and ticks itself from what has been done.

import { ArrowRight, Circle, CircleCheck } from 'lucide-react'
import { Fragment } from 'react'
import { Card } from '#kit/ui/layout/card.tsx'
import { Icon } from '#kit/ui/layout/icon.tsx'
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
  const [next, ...later] = firstStepNames.filter((name) => !done.includes(name))
  return (
    <Card title="First steps">
      <ol className={styles.steps}>
        {done.length > 0 && (
          <li>
            <Icon icon={CircleCheck} />
            <p>
              <StepLinks names={firstStepNames.filter((name) => done.includes(name))} />: done
            </p>
          </li>
        )}
        {next && (
          <li aria-current="step">
            <Icon icon={ArrowRight} />
            <p className={styles.next}>
              <StepLinks names={[next]} />
            </p>
            {next === 'people' && <p className={styles.hint}>{describePeople(firstSteps)}</p>}
            <p className={styles.hint}>{steps[next].hint}</p>
          </li>
        )}
        {later.length > 0 && (
          <li>
            <Icon icon={Circle} />
            <p>
              Then <StepLinks names={later} />
            </p>
          </li>
        )}
      </ol>
    </Card>
  )
}

const StepLinks = ({ names }: { names: readonly FirstStepName[] }) =>
  names.map((name, index) => (
    <Fragment key={name}>
      {index > 0 && ', '}
      <PageLink to={steps[name].path}>{steps[name].label}</PageLink>
    </Fragment>
  ))

function describePeople({ administrators, officers, reviewers }: NonNullable<HomeCounts['firstSteps']>): string {
  const people = [
    [administrators, 'administrators'],
    [officers, 'registry officers'],
    [reviewers, 'reviewers'],
  ] as const
  return people.map(([count, label]) => `${Math.min(count, neededPeople)} of ${neededPeople} ${label}`).join(', ')
}
