// Gives seats to shortlisted applicants: in which sittings and by which rules, who would sit where, and then for good.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { QueryResult } from '#kit/query/query-result.tsx'
import { useNavigateFromHere } from '#kit/routing/use-is-here.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Checkbox } from '#kit/ui/inputs/checkbox.tsx'
import { FieldGroup } from '#kit/ui/inputs/field-group.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Textarea } from '#kit/ui/inputs/textarea.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { PlainTable } from '#kit/ui/layout/plain-table.tsx'
import type { Seating } from '#shared/api/staff/seating.ts'
import { getDay } from '#shared/format/days.ts'
import { formatCount, formatCounted } from '#shared/format/numbers.ts'
import type { ListedSitting } from '#shared/lists/sittings.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import {
  type HomeStateRule,
  homeStateRules,
  maxSeed,
  maxSpecialNeedsText,
  readSpecialNeeds,
  unseatedReasons,
} from '#shared/staff/seating.ts'
import { takesSeats } from '#shared/staff/sittings.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { RowTable } from '#staff/entities/row-table/row-table.tsx'
import { CountNotice } from '#staff/entities/selection/frozen-selection.tsx'
import { PageLink } from '#staff/entities/session/page-link.tsx'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { ShortMoment } from '#staff/list/short-moment.tsx'
import { countFreeSeats, describeSitting } from './describe-sitting.ts'
import { listSittings } from './sitting-query.ts'

/** A draw for one exercise is not confirmed while another one is chosen. */
export function Component() {
  const { exercise } = useChosenExercise()
  return <SeatingPage key={exercise?.year} />
}

function SeatingPage() {
  const { exercise } = useChosenExercise()
  const [search] = useSearchParams()
  const selection = search.get('selection')
  const chosen = Number(search.get('chosen') ?? 0)
  const year = exercise?.year
  const sittings = useQuery({
    queryKey: ['sittings', 'open', year],
    queryFn: async ({ signal }) => {
      const now = new Date()
      const startsFrom = getDay(now) ?? undefined
      const rows = await listSittings({ state: 'open', startsFrom, exercise: year }, signal)
      return rows.filter((one) => takesSeats(one, now))
    },
  })
  const [seating, setSeating] = useState<Seating | null>(null)
  return (
    <>
      <PageTitle>Give seats</PageTitle>
      <p>
        {selection === null
          ? 'Every applicant who is shortlisted and has no seat gets one. To seat only some of them, choose these in the list of applications first.'
          : 'The applications that you chose get seats, if they are shortlisted and have none.'}{' '}
        Nobody is told before the seats are published.
      </p>
      <QueryResult
        query={sittings}
        lines={['block', 'block']}
        loading="Loading the sittings…"
        failed="The sittings could not be loaded"
      >
        {(rows) =>
          rows.length === 0 ? (
            <>
              <Banner tone="info">There is no open sitting that has not begun.</Banner>
              <Actions>
                <ButtonLink to={staffPaths.sittings}>Sittings</ButtonLink>
              </Actions>
            </>
          ) : (
            <SeatingForm
              sittings={rows}
              select={async () => selection ?? selectShortlisted(year)}
              onPreview={setSeating}
            />
          )
        }
      </QueryResult>
      {seating && <Preview seating={seating} expected={chosen} />}
    </>
  )
}

async function selectShortlisted(year: number | undefined): Promise<string> {
  const filter = { published: 'verified', exercise: year }
  return (await staffCall('createSelection', { body: { of: 'applications', filter } })).data.id
}

interface FormProps {
  sittings: readonly ListedSitting[]
  /** @returns the selection */
  select: () => Promise<string>
  onPreview: (seating: Seating) => void
}

function SeatingForm({ sittings, select, onPreview }: FormProps) {
  const { run, isPending, error, errors } = useStaffAction(
    async (form: FormData) => {
      const seed = String(form.get('seed') ?? '').trim()
      const body = {
        selection: await select(),
        sittings: form.getAll('sittings').map(String),
        rules: {
          homeState: String(form.get('homeState')) as HomeStateRule,
          groupsPosts: form.get('groupsPosts') === 'on',
          specialNeeds: readSpecialNeeds(String(form.get('specialNeeds') ?? '')),
        },
        ...(seed !== '' && { seed: Number(seed) }),
      }
      onPreview((await staffCall('previewSeating', { body })).data)
    },
    { fields: ['sittings', 'rules.specialNeeds', 'seed'] },
  )
  return (
    <Card title="Sittings and rules">
      <FormStack onSubmit={run}>
        <FormError>{error}</FormError>
        <FieldGroup label="Sittings" hint="They are filled in this order." error={errors.sittings}>
          {({ id }) =>
            sittings.map((sitting, n) => (
              <Checkbox
                key={sitting.id}
                id={n === 0 ? id : undefined}
                name="sittings"
                value={sitting.id}
                label={describeSitting(sitting)}
                disabled={countFreeSeats(sitting) <= 0}
              />
            ))
          }
        </FieldGroup>
        <Select
          label="The home state of the applicant"
          name="homeState"
          options={homeStateRules}
          defaultValue="preferred"
        />
        <Checkbox label="Seat applicants for one post in a row" name="groupsPosts" />
        <Textarea
          label="Applicants with special needs"
          name="specialNeeds"
          hint="Their application numbers. They are seated before all others, in step-free venues alone, and marked on the attendance sheet."
          rows={3}
          maxLength={maxSpecialNeedsText}
          error={errors['rules.specialNeeds']}
          optional
        />
        <TextInput
          label="Seed"
          name="seed"
          hint="A whole number that decides the order of the draw. Empty for one that is drawn."
          inputMode="numeric"
          maxLength={String(maxSeed).length}
          error={errors.seed}
          optional
        />
        <Actions>
          <Button type="submit" busy={isPending}>
            Preview
          </Button>
        </Actions>
      </FormStack>
    </Card>
  )
}

function Preview({ seating, expected }: { seating: Seating; expected: number }) {
  const navigate = useNavigateFromHere()
  const { run, isPending, error } = useStaffAction(
    async () => {
      const { data } = await staffCall('commitSeating', { params: { run: seating.run } })
      await navigate(staffPaths.sittings)
      return `${formatCounted(data.seated, 'applicant has', 'applicants have')} a seat now.`
    },
    { invalidates: [['sittings'], ['seats']] },
  )
  const { seated, unseatedCount, unseatedReasons: reasons, unseated, perSitting, seed } = seating
  return (
    <Card title="Who would sit where">
      <FormStack onSubmit={run}>
        {expected > 0 && <CountNotice count={seated + unseatedCount} expected={{ value: expected, more: false }} />}
        <p role="status">
          {formatCounted(seated, 'applicant gets', 'applicants get')} a seat,{' '}
          {formatCounted(unseatedCount, 'gets', 'get')} none. The seed is {seed}: with it the same applicants get the
          same seats again.
        </p>
        <RowTable
          caption="Seats by sitting"
          headings={['Sitting', 'Venue', 'Starts', 'Taken before', 'By this draw', 'Capacity']}
          numeric={['Taken before', 'By this draw', 'Capacity']}
          phone={{ end: 'Starts', named: ['Taken before', 'By this draw', 'Capacity'] }}
          rows={perSitting.map((one) => ({
            key: one.sitting,
            cells: [
              one.label,
              one.venue,
              <ShortMoment key="starts" moment={one.startsAt} />,
              formatCount(one.taken),
              formatCount(one.seated),
              formatCount(one.capacity),
            ],
          }))}
        />
        {reasons.length > 0 && (
          <PlainTable
            caption="Applicants without a seat"
            headings={['Why', 'Applicants']}
            numeric={['Applicants']}
            rows={reasons.map(({ why, count }) => ({ key: why, cells: [unseatedReasons[why], formatCount(count)] }))}
          />
        )}
        {unseated.length > 0 && (
          <details>
            <summary>
              {unseated.length < unseatedCount
                ? `The first ${formatCount(unseated.length)} of them`
                : 'Which applications these are'}
            </summary>
            <PlainTable
              caption="Applications without a seat"
              headings={['Application', 'Why']}
              rows={unseated.map(({ number, why }) => ({
                key: number,
                cells: [
                  <PageLink key="number" to={getEntryPath(staffPaths.applications, number)}>
                    {number}
                  </PageLink>,
                  unseatedReasons[why],
                ],
              }))}
            />
          </details>
        )}
        <FormError>{error}</FormError>
        <Actions>
          <Button type="submit" busy={isPending} disabled={seated === 0}>
            Give the seats
          </Button>
        </Actions>
      </FormStack>
    </Card>
  )
}
