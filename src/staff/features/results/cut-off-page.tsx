// Who would be above a score, before anything is done with them.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryResult } from '#kit/query/query-result.tsx'
import { useNavigateFromHere } from '#kit/routing/use-is-here.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { Columns } from '#kit/ui/layout/columns.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { PlainTable } from '#kit/ui/layout/plain-table.tsx'
import type { CutOff } from '#shared/api/staff/results.ts'
import { formatCount, formatCounted } from '#shared/format/numbers.ts'
import { genders } from '#shared/reference-data/option-lists.ts'
import { stateOptions } from '#shared/reference-data/states.ts'
import { addQuery, staffPaths } from '#shared/staff/paths.ts'
import { type SittingKind, sittingKinds } from '#shared/staff/sittings.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { useMayChange } from '#staff/entities/exercise/use-may-change.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import styles from './cut-off-page.module.css'

interface Wanted {
  kind: SittingKind
  exercise: number
  score: number
}

export function Component() {
  const { exercise } = useChosenExercise()
  const [chosen, setChosen] = useState<Omit<Wanted, 'exercise'>>({ kind: 'cbt', score: 0 })
  const [isNumber, setNumber] = useState(true)
  const wanted = exercise && { ...chosen, exercise: exercise.year }
  return (
    <>
      <PageTitle>Cut-off</PageTitle>
      <Card>
        <FormStack
          className={styles.form}
          onSubmit={(form) => {
            const score = Number(form.get('score'))
            setNumber(Number.isFinite(score))
            if (Number.isFinite(score)) setChosen({ kind: String(form.get('kind')) as SittingKind, score })
          }}
        >
          <Select label="Results of" name="kind" options={sittingKinds} defaultValue={chosen.kind} />
          <TextInput
            label="At least this score"
            name="score"
            inputMode="decimal"
            defaultValue="0"
            error={isNumber ? undefined : 'Enter a number, such as 55.'}
          />
          <Actions>
            <Button type="submit">Count</Button>
            <ButtonLink variant="secondary" to={staffPaths.results}>
              All results
            </ButtonLink>
          </Actions>
        </FormStack>
      </Card>
      {/* Only the counts of another score stay while others load. */}
      {wanted && <Counts key={`${wanted.exercise} ${wanted.kind}`} wanted={wanted} />}
    </>
  )
}

function Counts({ wanted }: { wanted: Wanted }) {
  const counts = useQuery({
    queryKey: ['results', 'cut-off', wanted],
    // With what they are of: they stay while others load.
    queryFn: async ({ signal }) => ({ wanted, ...(await staffCall('countCutOff', { query: wanted, signal })).data }),
    placeholderData: (counts) => counts,
  })
  return (
    <QueryResult
      query={counts}
      lines={['block', 'block']}
      loading="Counting…"
      failed="The results could not be counted"
    >
      {(cutOff) => (
        <>
          {cutOff.lowestMaximum < cutOff.highestMaximum && (
            <Banner tone="warning" title="Not all results have the same maximum">
              They are out of {cutOff.lowestMaximum} to {cutOff.highestMaximum}. A cut-off compares the scores as they
              are: store the results out of one maximum first.
            </Banner>
          )}
          <Chosen wanted={cutOff.wanted} cutOff={cutOff} />
          {cutOff.scored > 0 && <Spread cutOff={cutOff} />}
        </>
      )}
    </QueryResult>
  )
}

const Spread = ({ cutOff: { byTenth, byState, byGender, byPost } }: { cutOff: CutOff }) => (
  <Columns>
    <div>
      <Distribution byTenth={byTenth} />
      <Groups
        caption="By home state"
        heading="State"
        rows={byState.map(({ state, ...group }) => ({ name: stateOptions[state] ?? state, ...group }))}
      />
      <Groups
        caption="By gender"
        heading="Gender"
        rows={byGender.map(({ gender, ...group }) => ({ name: genders[gender], ...group }))}
      />
    </div>
    <div>
      <Groups
        caption="By post"
        heading="Post"
        rows={byPost.map(({ school, department, role, ...group }) => ({
          name: [role, department, school].filter(Boolean).join(', '),
          ...group,
        }))}
      />
    </div>
  </Columns>
)

function Chosen({ wanted, cutOff: { scored, above } }: { wanted: Wanted; cutOff: CutOff }) {
  const may = useMayChange(wanted.exercise)
  const navigate = useNavigateFromHere()
  const { run, isPending, error } = useStaffAction(async (to: string) => {
    const { data } = await staffCall('selectByScore', { body: wanted })
    await navigate(addQuery(to, { selection: data.id }))
  })
  if (scored === 0)
    return (
      <Card title="No result yet">
        <p>Results come from a file of the CBT or the interview, or are entered by hand.</p>
      </Card>
    )
  return (
    <Card title={`${formatCount(above)} of ${formatCounted(scored, 'result')} with ${wanted.score} or more`}>
      {above === 0 ? (
        <p>Nobody reaches it: count with a lower score.</p>
      ) : (
        <>
          <p>Nothing is decided by this. Take those who reach the score to one of these pages:</p>
          <FormError>{error}</FormError>
          <Actions>
            <Button variant="secondary" busy={isPending} onClick={() => void run(staffPaths.applications)}>
              List of applications
            </Button>
            {may('sitting:manage') && (
              <Button variant="secondary" busy={isPending} onClick={() => void run(staffPaths.seating)}>
                Give seats
              </Button>
            )}
            {may('publication:make') && (
              <Button variant="secondary" busy={isPending} onClick={() => void run(staffPaths.newPublication)}>
                Make a publication
              </Button>
            )}
          </Actions>
        </>
      )}
    </Card>
  )
}

/** From the lowest tenth that somebody reached to the highest. */
function Distribution({ byTenth }: { byTenth: readonly number[] }) {
  const highest = Math.max(...byTenth)
  const first = byTenth.findIndex((count) => count > 0)
  const last = byTenth.findLastIndex((count) => count > 0)
  return (
    <Card title="Distribution">
      <PlainTable
        caption="Results by tenth of the maximum"
        headings={['Per cent of the maximum', 'Results']}
        rows={byTenth.slice(first, last + 1).map((count, at) => ({
          key: String(first + at),
          cells: [
            `${(first + at) * 10} to ${(first + at) * 10 + 10}`,
            <span key="count" className={styles.part}>
              {formatCount(count)}
              <span className={styles.bar} style={{ inlineSize: `${(count / highest) * 80}%` }} />
            </span>,
          ],
        }))}
      />
    </Card>
  )
}

interface GroupsProps {
  caption: string
  heading: string
  rows: readonly { name: string; scored: number; above: number }[]
}

const Groups = ({ caption, heading, rows }: GroupsProps) => (
  <Card title={caption}>
    <PlainTable
      caption={caption}
      headings={[heading, 'Reach it']}
      numeric={['Reach it']}
      rows={rows.map(({ name, scored, above }) => ({
        key: name,
        cells: [name, `${formatCount(above)} of ${formatCount(scored)}`],
      }))}
    />
  </Card>
)
