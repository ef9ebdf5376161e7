// What can be done with the applications that are chosen in the list.

import { useState } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import { Dialog } from '#kit/ui/feedback/dialog.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import type { SelectionFilter } from '#shared/api/staff/lists/selections.ts'
import { mayExport } from '#shared/lists/exports/exported-lists.ts'
import { staffPaths } from '#shared/staff/paths.ts'
import { FoldedActionBar } from '#staff/entities/action-bar/action-bar.tsx'
import { useMayChange } from '#staff/entities/exercise/use-may-change.ts'
import {
  CountNotice,
  type ExpectedCount,
  SelectionPending,
  useFrozenSelection,
} from '#staff/entities/selection/frozen-selection.tsx'
import { TakeSelectionButton } from '#staff/entities/selection/take-selection-button.tsx'
import { useMe } from '#staff/entities/session/staff-session.ts'
import { LazyExportDialog } from '#staff/list/lazy-export-dialog.ts'
import { type Choice, countChosen } from '#staff/list/list-choice.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { OutcomesDialog } from './outcomes-dialog.tsx'

interface Props {
  choice: Choice
  /** The year of the exercise. */
  exercise: number | undefined
  visible: readonly string[]
}

/** Buttons after the first; fewer have room on a phone. */
const foldedFrom = 3

export function ChosenActions({ choice, exercise, visible }: Props) {
  const may = useMayChange(exercise)
  const { roles } = useMe()
  const [dialog, setDialog] = useState<'assign' | 'export' | 'record' | 'confirm' | null>(null)
  const filter = toSelectionFilter(choice, exercise)
  const expected = countChosen(choice)
  const onClose = () => setDialog(null)
  const show = (name: typeof dialog, label: string) => (
    <Button key={name} variant="secondary" onClick={() => setDialog(name)}>
      {label}
    </Button>
  )
  const take = (to: string, label: string) => (
    <TakeSelectionButton key={to} {...{ to, filter, expected }}>
      {label}
    </TakeSelectionButton>
  )
  const mayDecide = may('offer:decide')
  const [first, ...others] = [
    may('application:assign') && show('assign', 'Assign'),
    may('publication:make') && take(staffPaths.newPublication, 'Publish'),
    may('sitting:manage') && take(staffPaths.seating, 'Give seats'),
    mayDecide && show('record', 'Record an outcome'),
    mayDecide && show('confirm', 'Confirm outcomes'),
    mayExport(roles, 'applications') && show('export', 'Export the chosen'),
  ].filter((action) => action !== false)
  return (
    <>
      {others.length < foldedFrom ? (
        <>
          {first}
          {others}
        </>
      ) : (
        <FoldedActionBar first={first} grave={null}>
          {others}
        </FoldedActionBar>
      )}
      {dialog === 'assign' && <AssignDialog filter={filter} expected={expected} onClose={onClose} />}
      {(dialog === 'record' || dialog === 'confirm') && (
        <OutcomesDialog act={dialog} {...{ filter, expected, onClose }} />
      )}
      {dialog === 'export' && <ExportChosen {...{ filter, expected, visible, onClose }} />}
    </>
  )
}

/** Whether the person can do anything with chosen applications. */
export function useMayChoose(exercise: number | undefined): boolean {
  const may = useMayChange(exercise)
  const { roles } = useMe()
  return (
    may('application:assign') ||
    may('publication:make') ||
    may('sitting:manage') ||
    may('offer:decide') ||
    mayExport(roles, 'applications')
  )
}

/** What the server freezes. Applications that were named one by one are chosen whatever the list is filtered by now. */
function toSelectionFilter(choice: Choice, exercise: number | undefined): SelectionFilter {
  if (choice.kind === 'some') return { exercise, numbers: [...choice.keys] }
  return { ...choice.filter, exercise, ...(choice.except.length > 0 && { except: [...choice.except] }) }
}

interface ExportProps {
  filter: SelectionFilter
  expected: ExpectedCount
  visible: readonly string[]
  onClose: () => void
}

function ExportChosen({ filter, expected, visible, onClose }: ExportProps) {
  const { data, error } = useFrozenSelection(filter)
  if (!data)
    return (
      <Dialog title="Export applications" onClose={onClose}>
        <SelectionPending error={error} />
        <Actions>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </Actions>
      </Dialog>
    )
  return (
    <LazyExportDialog
      list="applications"
      of={{ selection: data.id, count: data.count }}
      notice={<CountNotice count={data.count} expected={expected} />}
      visible={visible}
      onClose={onClose}
    />
  )
}
