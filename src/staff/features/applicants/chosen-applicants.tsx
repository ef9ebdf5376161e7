// What can be done with the applicants that are chosen in the list.
import { useState } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import type { MailingFilter } from '#shared/api/staff/lists/mailings.ts'
import { mayExport } from '#shared/lists/exports/exported-lists.ts'
import { useMayChange } from '#staff/entities/exercise/use-may-change.ts'
import { MailingActions } from '#staff/entities/mailing/mailing-actions.tsx'
import { useMe } from '#staff/entities/session/staff-session.ts'
import { LazyExportDialog } from '#staff/list/lazy-export-dialog.ts'
import { type Choice, countChosen } from '#staff/list/list-choice.ts'

interface Props {
  choice: Choice
  /** The year of the exercise. */
  exercise: number | undefined
  visible: readonly string[]
}

export function ChosenApplicantActions({ choice, exercise, visible }: Props) {
  const { mayWrite, mayExport } = useChosenPermissions(exercise)
  const [isExportOpen, setExportOpen] = useState(false)
  const filter = toChosenFilter(choice, exercise)
  const count = countChosen(choice)
  const sort = choice.kind === 'all' ? choice.sort : undefined
  return (
    <>
      {mayWrite && <MailingActions filter={filter} expected={count} />}
      {mayExport && (
        <Button variant="secondary" onClick={() => setExportOpen(true)}>
          Export the chosen
        </Button>
      )}
      {isExportOpen && (
        <LazyExportDialog
          list="applicants"
          of={{ chosen: { ...filter, ...(sort && { sort }) }, count }}
          visible={visible}
          onClose={() => setExportOpen(false)}
        />
      )}
    </>
  )
}

function useChosenPermissions(exercise: number | undefined) {
  const may = useMayChange(exercise)
  const { roles } = useMe()
  return { mayWrite: may('account:recover'), mayExport: mayExport(roles, 'applicants') }
}

/** Whether the person can do anything with chosen applicants. */
export function useMayChooseApplicants(exercise: number | undefined): boolean {
  const { mayWrite, mayExport } = useChosenPermissions(exercise)
  return mayWrite || mayExport
}

/** Applicants who were named one by one are chosen whatever the list is filtered by now. */
function toChosenFilter(choice: Choice, exercise: number | undefined): MailingFilter {
  const year = exercise === undefined ? {} : { exercise }
  if (choice.kind === 'some') return { ...year, userIds: [...choice.keys] }
  const { exercise: _, ...filter } = choice.filter
  return { ...filter, ...year, ...(choice.except.length > 0 && { except: [...choice.except] }) }
}
