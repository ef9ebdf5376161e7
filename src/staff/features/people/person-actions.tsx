// Status and links of a staff member. Each asks first; what the server refuses is said there.

import { useState } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import type { StaffPersonDetails } from '#shared/api/staff/people.ts'
import { ActionBar } from '#staff/entities/action-bar/action-bar.tsx'
import { useKnown } from '#staff/entities/session/use-known.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { usePersonAction } from './use-person-action.ts'

type Person = StaffPersonDetails

interface PersonAct {
  button: string
  /** It ends what the person can do here. */
  isGrave?: true
  /** What it does, before it is done. */
  explain: (person: Person) => string
  done: (person: Person) => string
  isOffered: (person: Person) => boolean
  run: (person: Person) => Promise<unknown>
}

const changeStatus =
  (status: 'active' | 'suspended' | 'left') =>
  ({ id, version }: Person) =>
    staffCall('changePerson', { params: { id }, body: { status, version } })

const isIn = ({ status }: Person, ...statuses: Person['status'][]) => statuses.includes(status)

const acts: readonly PersonAct[] = [
  {
    button: 'Send a new link',
    explain: ({ email, status }) =>
      status === 'invited'
        ? `${email} gets a new invitation. The former link stops working.`
        : `${email} gets a link to set up the sign-in again. The present password, authenticator app and passkeys work until then.`,
    done: ({ email }) => `A link is on its way to ${email}.`,
    isOffered: (person) => isIn(person, 'invited', 'active'),
    run: ({ id }) => staffCall('sendStaffResetLink', { params: { id }, body: {} }),
  },
  {
    button: 'Suspend',
    isGrave: true,
    explain: ({ name }) => `${name} is signed out at once and cannot sign in until somebody lifts the suspension.`,
    done: ({ name }) => `${name} is suspended.`,
    isOffered: (person) => isIn(person, 'invited', 'active'),
    run: changeStatus('suspended'),
  },
  {
    button: 'Lift the suspension',
    explain: ({ name, lastSeenAt }) =>
      lastSeenAt
        ? `${name} can sign in again with the same roles.`
        : `${name} can sign in with the same roles. Who has not accepted the invitation yet can be sent a new one.`,
    done: ({ name, lastSeenAt }) =>
      lastSeenAt ? `${name} can sign in again.` : `The suspension of ${name} is lifted.`,
    isOffered: (person) => isIn(person, 'suspended', 'left'),
    run: changeStatus('active'),
  },
  {
    button: 'Mark as left',
    isGrave: true,
    explain: ({ name }) => `${name} is signed out at once. What was done under this account stays in the records.`,
    done: ({ name }) => `${name} is marked as having left.`,
    isOffered: (person) => isIn(person, 'invited', 'active', 'suspended'),
    run: changeStatus('left'),
  },
]

export function PersonActions({ person }: { person: Person }) {
  const [open, setOpen] = useState<PersonAct | null>(null)
  const offered = acts.filter(({ isOffered }) => isOffered(person))
  const list = (isGrave: boolean) =>
    offered
      .filter((act) => (act.isGrave === true) === isGrave)
      .map((act) => (
        <Button key={act.button} variant={isGrave ? 'danger' : 'secondary'} onClick={() => setOpen(act)}>
          {act.button}
        </Button>
      ))
  return (
    <>
      <ActionBar grave={list(true)}>{list(false)}</ActionBar>
      {open && <ActDialog act={open} person={person} onClose={() => setOpen(null)} />}
    </>
  )
}

function ActDialog({ act, person, onClose }: { act: PersonAct; person: Person; onClose: () => void }) {
  const { run, isPending, error, thrown } = usePersonAction(
    person.id,
    async () => {
      await act.run({ ...person, version: known })
      return act.done(person)
    },
    { onDone: onClose },
  )
  const known: number = useKnown(person.version, thrown)
  return (
    <FormDialog
      title={act.button}
      intro={<p>{act.explain(person)}</p>}
      error={error}
      submit={act.button}
      isDangerous={act.isGrave === true}
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    />
  )
}
