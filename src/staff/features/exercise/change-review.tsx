// What a change does, before it is saved or proposed.

import { useEffect, useRef } from 'react'
import { describeFailure, fieldMessage, hasCode } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FormError } from '#kit/ui/layout/form-stack.tsx'
import { Stack } from '#kit/ui/layout/stack.tsx'
import type { ExerciseEffect } from '#shared/api/staff/exercises.ts'
import { RowTable } from '#staff/entities/row-table/row-table.tsx'
import { ChangeTerms } from './change-terms.tsx'
import { listChangedSettings } from './settings.ts'
import styles from './settings-page.module.css'
import type { SettingsChange } from './use-exercise-change.ts'

interface Props {
  change: SettingsChange
  reviewed: NonNullable<SettingsChange['reviewed']>
}

export function ChangeReview({ change, reviewed }: Props) {
  const { base, reassess, save, goBack, terms } = change
  const { changes, effects, secondPerson } = reviewed
  const start = useRef<HTMLDivElement>(null)
  useEffect(() => {
    start.current?.focus()
  }, [])
  const isRefused = effects.some(({ refused }) => refused)
  const failure = reassess.error ?? save.thrown
  const isAtField = fieldMessage(failure, 'effectiveAt') !== undefined
  const error = failure && !hasCode(failure, 'changed_meanwhile') && !isAtField ? describeFailure(failure) : null
  const isPlanned = terms.moment !== ''
  return (
    <div ref={start} tabIndex={-1} className={styles.review}>
      <Card title="Check the change">
        <Stack>
          <ChangedSettings settings={base.settings} changes={changes} />
          <h3>Effects</h3>
          <Effects effects={effects} />
          {isRefused ? (
            <Banner tone="error" title="This change is not possible">
              Go back and take out what is marked above.
            </Banner>
          ) : (
            <>
              <ChangeTerms change={change} />
              <p>{describeNextStep(secondPerson, isPlanned)}</p>
            </>
          )}
          <FormError>{error}</FormError>
          <Actions>
            {!isRefused && (
              <Button busy={save.isPending || reassess.isPending} onClick={() => void save.run(reviewed)}>
                {secondPerson ? 'Propose the change' : isPlanned ? 'Plan the change' : 'Save the change'}
              </Button>
            )}
            <Button variant="secondary" disabled={save.isPending} onClick={goBack}>
              Go back and edit
            </Button>
          </Actions>
        </Stack>
      </Card>
    </div>
  )
}

function describeNextStep(secondPerson: boolean, isPlanned: boolean): string {
  if (secondPerson) return 'A second person must approve this change. Nothing changes until then.'
  return isPlanned
    ? 'Nobody has an account in this exercise, so no second person is needed.'
    : 'Nobody has an account in this exercise, so the change takes effect at once.'
}

interface ChangedSettingsProps {
  settings: Parameters<typeof listChangedSettings>[0]
  changes: Parameters<typeof listChangedSettings>[1]
}

export function ChangedSettings(props: ChangedSettingsProps) {
  const rows = listChangedSettings(props.settings, props.changes)
  if (rows.length === 0) return null
  return (
    <RowTable
      caption="Changed settings"
      headings={['Setting', 'Now', 'New']}
      phone={{ named: ['Now', 'New'] }}
      rows={rows.map((cells) => ({ key: cells[0], cells }))}
    />
  )
}

export const Effects = ({ effects }: { effects: readonly ExerciseEffect[] }) =>
  effects.length === 0 ? (
    <p>No applicant notices it.</p>
  ) : (
    <ul className={styles.effects}>
      {effects.map(({ kind, text, refused }) => (
        <li key={`${kind} ${text}`} data-refused={refused || undefined}>
          {refused && <strong>Not possible: </strong>}
          {text}
        </li>
      ))}
    </ul>
  )
