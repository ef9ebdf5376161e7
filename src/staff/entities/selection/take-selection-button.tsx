// From the list of applications to a page that does something with exactly these.

import type { ReactNode } from 'react'
import { useNavigateFromHere } from '#kit/routing/use-is-here.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { FormError } from '#kit/ui/layout/form-stack.tsx'
import type { SelectionFilter } from '#shared/api/staff/lists/selections.ts'
import { addQuery } from '#shared/staff/paths.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import type { ExpectedCount } from './frozen-selection.tsx'

interface Props {
  /** The path of the page. */
  to: string
  /** Of the list, without order and pages. */
  filter: SelectionFilter
  /** Of applications that were chosen on the page. */
  expected?: ExpectedCount
  children: ReactNode
}

export function TakeSelectionButton({ to, filter, expected, children }: Props) {
  const navigate = useNavigateFromHere()
  const { run, isPending, error } = useStaffAction(async () => {
    const { data } = await staffCall('createSelection', { body: { of: 'applications', filter } })
    const chosen = expected && !expected.more && { chosen: String(expected.value) }
    await navigate(addQuery(to, { selection: data.id, ...chosen }))
  })
  return (
    <>
      <Button variant="secondary" busy={isPending} onClick={() => void run()}>
        {children}
      </Button>
      <FormError>{error}</FormError>
    </>
  )
}
