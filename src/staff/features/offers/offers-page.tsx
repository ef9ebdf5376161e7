// Who is offered an appointment, and what became of it.
import { Status, type StatusKind } from '#kit/ui/feedback/status.tsx'
import { PageHead } from '#kit/ui/layout/page-head.tsx'
import { type OfferState, offerStates } from '#shared/decisions/offers.ts'
import { type OfferRow, offerList } from '#shared/lists/offers.ts'
import { genders } from '#shared/reference-data/option-lists.ts'
import { stateOptions } from '#shared/reference-data/states.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import type { ListView } from '#staff/list/list-column.ts'
import { ShortMoment } from '#staff/list/short-moment.tsx'
import { StaffList } from '#staff/list/staff-list.tsx'

const stateKinds: Record<OfferState, StatusKind> = {
  offered: 'waiting',
  accepted: 'done',
  declined: 'wrong',
  lapsed: 'wrong',
  withdrawn: 'wrong',
}

const offersView: ListView<OfferRow, typeof offerList> = {
  list: offerList,
  cells: {
    number: ({ number }) => number,
    name: ({ name }) => name,
    role: ({ role }) => role,
    school: ({ school }) => school,
    department: ({ department }) => department,
    gender: ({ gender }) => genders[gender],
    state: ({ state }) => stateOptions[state],
    offer: ({ offer }) => <Status kind={stateKinds[offer]}>{offerStates[offer]}</Status>,
    offered: ({ offeredAt }) => <ShortMoment moment={offeredAt} />,
    until: ({ until }) => <ShortMoment moment={until} />,
    settled: ({ settledAt }) => settledAt && <ShortMoment moment={settledAt} />,
  },
  getKey: ({ id }) => id,
  getPath: ({ number }) => getEntryPath(staffPaths.applications, number),
  noWrap: ['number', 'offer', 'until', 'settled'],
  linkColumn: 'number',
  phone: { title: 'name', facts: ['number'], status: 'offer' },
}

export function Component() {
  const { exercise } = useChosenExercise()
  return (
    <>
      <PageHead title="Offers" intro="The export of those that are accepted is the appointment list." />
      <StaffList
        exercise={exercise?.year}
        view={offersView}
        whenEmpty={
          <p>
            There is no offer yet. An application that is selected by two persons, on its own page, becomes an offer
            with its publication.
          </p>
        }
        load={async (query, signal) => (await staffCall('staffOffers', { query, signal })).data}
      />
    </>
  )
}
