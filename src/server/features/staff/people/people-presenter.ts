// Staff members as the API presents them.
import type { Tx } from '#server/database/connection.ts'
import type { StaffPerson } from '#shared/lists/people.ts'
import type { RoleGrant } from '#shared/roles/permissions.ts'
import { listExercises, type StaffRow } from '../store.ts'
import { listProposals, listRoles } from './people-store.ts'

/** A change of roles, as a proposal holds it. */
export interface RoleChange {
  add: RoleGrant[]
  remove: RoleGrant[]
}

export const readChange = ({ add = [], remove = [] }: Partial<RoleChange>): RoleChange => ({ add, remove })

type PersonRow = Pick<StaffRow, 'id' | 'email' | 'name' | 'status' | 'version' | 'createdAt' | 'lastSeenAt'>

/** With their roles, and the changes that wait. */
export async function presentPeople(tx: Tx, people: readonly PersonRow[]): Promise<StaffPerson[]> {
  const ids = people.map(({ id }) => id)
  const present = createGrantPresenter(await listExercises(tx))
  const roles = await listRoles(tx, ids)
  const proposals = await listProposals(tx, ids)
  return people.map((person) => presentPerson(person, { present, roles, proposals }))
}

interface PeopleFacts {
  present: ReturnType<typeof createGrantPresenter>
  roles: Awaited<ReturnType<typeof listRoles>>
  proposals: Awaited<ReturnType<typeof listProposals>>
}

/** Exercises by their year. */
export function createGrantPresenter(exercises: readonly { id: number; year: number }[]) {
  const years = new Map(exercises.map(({ id, year }) => [id, year]))
  return ({ role, exerciseId, school, department }: RoleGrant) => ({
    role,
    exercise: exerciseId === null ? null : (years.get(exerciseId) ?? null),
    school,
    department,
  })
}

function presentPerson(person: PersonRow, { present, roles, proposals }: PeopleFacts): StaffPerson {
  return {
    id: person.id,
    email: person.email,
    name: person.name,
    status: person.status,
    version: person.version,
    roles: (roles.filter(({ staffId }) => staffId === person.id) as RoleGrant[]).map(present),
    addedAt: person.createdAt.toISOString(),
    lastSeenAt: person.lastSeenAt?.toISOString() ?? null,
    proposals: proposals
      .filter(({ proposal }) => proposal.staffId === person.id)
      .map(({ proposal, maker }) => {
        const { add, remove } = readChange(proposal.change)
        return {
          id: proposal.id,
          add: add.map(present),
          remove: remove.map(present),
          madeBy: { id: proposal.madeBy, name: maker },
          madeAt: proposal.madeAt.toISOString(),
        }
      }),
  }
}
