import { useState } from 'react'
import { QueryResult } from '#kit/query/query-result.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { Checkbox } from '#kit/ui/inputs/checkbox.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { PageHead } from '#kit/ui/layout/page-head.tsx'
import type { Venue } from '#shared/api/staff/sittings.ts'
import { stateOptions } from '#shared/reference-data/states.ts'
import { addQuery, staffPaths } from '#shared/staff/paths.ts'
import { maxVenueAddress, maxVenueName } from '#shared/staff/text-limits.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { getVenuesKey, useVenues } from '#staff/entities/exercise/venues.ts'
import { RowTable } from '#staff/entities/row-table/row-table.tsx'
import { PageLink } from '#staff/entities/session/page-link.tsx'
import { useMay } from '#staff/entities/session/staff-session.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'

export function Component() {
  const { exercise } = useChosenExercise()
  const venues = useVenues(exercise?.year)
  const mayManage = useMay()('sitting:manage') && exercise?.isArchived === false
  /** The id of one that there is. */
  const [edited, setEdited] = useState<string | 'new' | null>(null)
  const editedVenue = venues.data?.find(({ id }) => id === edited) ?? null
  return (
    <>
      <PageHead
        title="Venues"
        intro="Applicants read the name and the address of the venue at which they sit."
        actions={
          <>
            {mayManage && <Button onClick={() => setEdited('new')}>Add a venue</Button>}
            <ButtonLink variant="secondary" to={staffPaths.sittings}>
              Sittings
            </ButtonLink>
          </>
        }
      />
      <QueryResult
        query={venues}
        lines={['block']}
        loading="Loading the venues…"
        failed="The venues could not be loaded"
      >
        {(all) =>
          all.length === 0 ? (
            <p>There is no venue yet. Another year's exercise begins with the venues of the one before.</p>
          ) : (
            <Card>
              <RowTable
                caption="Venues"
                headings={['Name', 'Address', 'State', 'Access', 'Offered', ...(mayManage ? ['Change'] : [])]}
                phone={{ end: 'Change', named: ['Offered'] }}
                rows={all.map((venue) => ({
                  key: venue.id,
                  cells: [
                    <PageLink key="name" to={addQuery(staffPaths.sittings, { venue: venue.id })}>
                      {venue.name}
                    </PageLink>,
                    venue.address,
                    stateOptions[venue.state],
                    venue.isStepFree && 'Step-free',
                    venue.isActive ? 'Yes' : 'No longer',
                    ...(mayManage
                      ? [
                          <Button
                            key="edit"
                            variant="secondary"
                            aria-label={`Edit ${venue.name}`}
                            onClick={() => setEdited(venue.id)}
                          >
                            Edit
                          </Button>,
                        ]
                      : []),
                  ],
                }))}
              />
            </Card>
          )
        }
      </QueryResult>
      {edited && exercise && <VenueDialog year={exercise.year} venue={editedVenue} onClose={() => setEdited(null)} />}
    </>
  )
}

interface DialogProps {
  year: number
  /** As the server has it now; null for a new one. */
  venue: Venue | null
  onClose: () => void
}

function VenueDialog({ year, venue, onClose }: DialogProps) {
  const [opened] = useState(venue)
  const { run, isPending, error, errors } = useStaffAction(
    async (form: FormData) => {
      const read = (name: string) => String(form.get(name) ?? '')
      const details = {
        name: read('name'),
        address: read('address'),
        state: read('state'),
        isActive: venue === null || form.get('isActive') === 'on',
        isStepFree: form.get('isStepFree') === 'on',
      }
      if (!venue) {
        await staffCall('addVenue', { params: { year }, body: details })
        return 'The venue is added.'
      }
      await staffCall('changeVenue', { params: { year, id: venue.id }, body: { ...details, version: venue.version } })
      return 'The venue is saved.'
    },
    {
      fields: ['name', 'address', 'state', 'isStepFree'],
      invalidates: [getVenuesKey(year)],
      invalidatesOnError: true,
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      title={venue ? 'Edit the venue' : 'Add a venue'}
      intro={
        venue &&
        venue.version !== opened?.version &&
        !isPending && (
          <Banner tone="warning" title="Somebody else saved meanwhile">
            <p>
              {venue.name}, {venue.address}, {stateOptions[venue.state]}
              {venue.isStepFree && ', step-free'}
              {!venue.isActive && ', no longer offered'}. What you typed is kept, and replaces this when you save.
            </p>
          </Banner>
        )
      }
      error={error}
      submit={venue ? 'Save' : 'Add'}
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        name="name"
        maxLength={maxVenueName}
        defaultValue={venue?.name ?? ''}
        error={errors.name}
      />
      <TextInput
        label="Address"
        name="address"
        maxLength={maxVenueAddress}
        defaultValue={venue?.address ?? ''}
        error={errors.address}
      />
      <Select
        label="State"
        name="state"
        options={stateOptions}
        defaultValue={venue?.state ?? ''}
        error={errors.state}
      />
      <Checkbox
        label="Step-free: its seats are reached without steps"
        name="isStepFree"
        defaultChecked={venue?.isStepFree}
        error={errors.isStepFree}
      />
      {venue && <Checkbox label="Offered for new sittings" name="isActive" defaultChecked={venue.isActive} />}
    </FormDialog>
  )
}
