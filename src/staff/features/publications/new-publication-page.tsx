// Making a publication from a selection of the applications' list, or from everything that is decided.

import { useSearchParams } from 'react-router'
import { createFieldError, describeFailure, hasCode } from '#kit/http/api-error.ts'
import { useNavigateFromHere } from '#kit/routing/use-is-here.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Skeleton } from '#kit/ui/feedback/skeleton.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { Columns } from '#kit/ui/layout/columns.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import {
  exclusionReasons,
  type PublicationKind,
  publicationKindNames,
  publicationKinds,
  publishesDecisions,
} from '#shared/decisions/publications.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { parseLocalDateTime } from '#shared/format/local-time.ts'
import { formatCounted } from '#shared/format/numbers.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { WhileRunning } from '#staff/entities/exercise/while-running.tsx'
import { CountNotice, type ExpectedCount, useOwnSelection } from '#staff/entities/selection/frozen-selection.tsx'
import { useIsLimited } from '#staff/entities/session/staff-session.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { PublicationFields, publicationFieldNames } from './publication-fields.tsx'
import styles from './publication-page.module.css'
import { publicationListKeys } from './use-publication-action.ts'

const isKind = (text: string): text is PublicationKind => publicationKindNames.some((kind) => kind === text)

/** The applications of which a publication of this kind is made when nobody chose some. */
const filterOf: Record<PublicationKind, Record<string, string>> = {
  shortlist: { decided: 'shortlisted', published: 'none' },
  rejection: { decided: 'rejected', published: 'none' },
  correction: { published: 'verified|rejected' },
  seats: { published: 'verified' },
  cbt: { published: 'verified' },
  interview: { published: 'verified' },
  offer: { published: 'verified' },
}

export function Component() {
  const [search] = useSearchParams()
  const selection = search.get('selection')
  const sitting = search.get('sitting')
  return (
    <>
      <PageTitle>Make a publication</PageTitle>
      {sitting !== null ? (
        <OfSitting id={sitting} />
      ) : selection === null ? (
        <WhileRunning>
          <Everything />
        </WhileRunning>
      ) : (
        <Chosen id={selection} expected={readExpected(search)} />
      )}
    </>
  )
}

const OfSitting = ({ id }: { id: string }) => (
  <>
    <Banner tone="info" title="The seats of one sitting">
      <p>
        Everybody who has a seat in it, or lost one, and has not read so yet. Each applicant then sees day, time and
        place, and gets one email.
      </p>
    </Banner>
    <PublicationForm kinds={['seats']} choose={async () => ({ sittings: [id] })} />
  </>
)

function readExpected(search: URLSearchParams): ExpectedCount | undefined {
  const value = Number(search.get('chosen') ?? 0)
  return value > 0 ? { value, more: false } : undefined
}

function Chosen({ id, expected }: { id: string; expected: ExpectedCount | undefined }) {
  const selection = useOwnSelection(id)
  if (selection.isPending) return <Skeleton lines={['block', 'block']} label="Loading the selection…" />
  if (!selection.data)
    return (
      <>
        <Banner tone="warning" role="alert" title="The applications that you chose are not there any more">
          <p>{describeFailure(selection.error)}</p>
        </Banner>
        <Actions>
          <ButtonLink to={staffPaths.applications}>Choose applications</ButtonLink>
          <Button variant="secondary" onClick={() => void selection.refetch()}>
            Try again
          </Button>
        </Actions>
      </>
    )
  const { count, madeAt } = selection.data
  return (
    <>
      <Banner tone="info" title={`${formatCounted(count, 'application')} chosen`}>
        <p>
          From the list of applications, on {formatDateTime(madeAt)}. Those that are not decided like this are left out;
          the draft says which and why.
        </p>
      </Banner>
      <CountNotice count={count} expected={expected} />
      <PublicationForm choose={async () => ({ selection: id })} />
    </>
  )
}

function Everything() {
  const { exercise } = useChosenExercise()
  return (
    <>
      <Banner tone="info" title="All applications of which this is not published yet">
        <p>To publish only some of them, choose these in the list of applications first.</p>
      </Banner>
      <PublicationForm
        choose={async (kind) => {
          const filter = { ...filterOf[kind], exercise: exercise?.year }
          return { selection: (await staffCall('createSelection', { body: { of: 'applications', filter } })).data.id }
        }}
      />
    </>
  )
}

interface FormProps {
  kinds?: readonly PublicationKind[]
  choose: (kind: PublicationKind) => Promise<{ selection: string } | { sittings: string[] }>
}

function PublicationForm({ kinds = publicationKindNames, choose }: FormProps) {
  const navigate = useNavigateFromHere()
  const isLimited = useIsLimited('publication:make')
  const offered = kinds.filter((kind) => !(isLimited && publishesDecisions(kind)))
  const { run, isPending, error, errors, thrown } = useStaffAction(
    async (form: FormData) => {
      const kind = String(form.get('kind'))
      if (!isKind(kind)) throw createFieldError('kind', 'Choose what is published.')
      const body = {
        kind,
        title: String(form.get('title')),
        ...(await choose(kind)),
        publishAt: parseLocalDateTime(String(form.get('publishAt'))),
        emailNote: String(form.get('emailNote')),
      }
      const { data } = await staffCall('makePublication', { body })
      await navigate(getEntryPath(staffPaths.publications, data.id))
      return 'The draft is made.'
    },
    { fields: ['kind', ...publicationFieldNames], invalidates: publicationListKeys },
  )
  return (
    <Columns>
      <div>
        <Card>
          <FormStack onSubmit={run}>
            <FormError>{error && describeRefusal(thrown)}</FormError>
            <LeftOutReasons error={thrown} />
            <Select
              label="What is published"
              hint={
                offered.includes('correction')
                  ? 'A correction replaces an outcome that was published by mistake, and its email says so.'
                  : undefined
              }
              name="kind"
              options={Object.fromEntries(offered.map((kind) => [kind, publicationKinds[kind]]))}
              defaultValue={offered.length === 1 ? offered[0] : undefined}
              error={errors.kind}
            />
            <PublicationFields error={thrown} />
            <Actions>
              <Button type="submit" busy={isPending}>
                Make the draft
              </Button>
              <ButtonLink variant="secondary" to={staffPaths.publications}>
                Cancel
              </ButtonLink>
            </Actions>
          </FormStack>
        </Card>
      </div>
      <div>
        <NextSteps />
      </div>
    </Columns>
  )
}

const NextSteps = () => (
  <Card title="What comes next">
    <ol className={styles.nextSteps}>
      <li>Read the draft: who is in it, who is left out and why, and the email of each applicant.</li>
      <li>Propose it. Nobody outside the staff sees anything yet.</li>
      <li>Another person approves it, with a fresh code.</li>
      <li>All applicants see it in the same moment, and each gets one email.</li>
    </ol>
  </Card>
)

const describeRefusal = (error: unknown): string =>
  hasCode(error, 'selection_empty')
    ? 'There is no application of which this could be published.'
    : describeFailure(error)

interface Excluded {
  excluded: { exclusionReason: keyof typeof exclusionReasons; count: number }[]
}

/** Why none of the applications can be published like this. */
function LeftOutReasons({ error }: { error: unknown }) {
  if (!hasCode(error, 'publication_empty')) return null
  const { excluded = [] } = (error.data ?? {}) as Partial<Excluded>
  return (
    <ul>
      {excluded.map(({ exclusionReason, count }) => (
        <li key={exclusionReason}>
          {exclusionReasons[exclusionReason]}: {formatCounted(count, 'application')}
        </li>
      ))}
    </ul>
  )
}
