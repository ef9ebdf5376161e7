// Making a publication from a selection of the applications' list, or from everything that is decided.

import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { ApiError, createFieldError, describeFailure, hasCode, hasFieldErrors } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Skeleton } from '#kit/ui/feedback/skeleton.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { type DecisionKind, decisionKinds, exclusionReasons, publicationKinds } from '#shared/decisions/publications.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { parseLocalDateTime } from '#shared/format/local-time.ts'
import { formatCounted } from '#shared/format/numbers.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { CountNotice, type ExpectedCount } from '#staff/entities/selection/frozen-selection.tsx'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { PublicationFields } from './publication-fields.tsx'
import { publicationListKeys } from './use-publication-action.ts'

const kindOptions = Object.fromEntries(decisionKinds.map((kind) => [kind, publicationKinds[kind]]))
const isKind = (text: string): text is DecisionKind => text in kindOptions

/** The applications of which a publication of this kind is made when nobody chose some. */
const filterOf: Record<DecisionKind, Record<string, string>> = {
  shortlist: { decided: 'shortlisted', published: 'none' },
  rejection: { decided: 'rejected', published: 'none' },
  correction: { published: 'verified|rejected' },
}

export function Component() {
  const [search] = useSearchParams()
  const selection = search.get('selection')
  return (
    <>
      <PageTitle>Make a publication</PageTitle>
      {selection === null ? <Everything /> : <Chosen id={selection} expected={readExpected(search)} />}
    </>
  )
}

function readExpected(search: URLSearchParams): ExpectedCount | undefined {
  const value = Number(search.get('chosen') ?? 0)
  return value > 0 ? { value, more: false } : undefined
}

function Chosen({ id, expected }: { id: string; expected: ExpectedCount | undefined }) {
  const selection = useQuery({
    queryKey: ['selection', id],
    queryFn: async ({ signal }) => (await staffCall('staffSelection', { params: { id }, signal })).data,
  })
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
      <PublicationForm select={async () => id} />
    </>
  )
}

function Everything() {
  const { exercise } = useChosenExercise()
  return (
    <>
      <Banner tone="info" title="All applications that are decided and not published yet">
        <p>To publish only some of them, choose these in the list of applications first.</p>
      </Banner>
      <PublicationForm
        select={async (kind) => {
          const filter = { ...filterOf[kind], ...(exercise && { exercise: exercise.year }) }
          return (await staffCall('createSelection', { body: { of: 'applications', filter } })).data.id
        }}
      />
    </>
  )
}

interface FormProps {
  /** @returns the selection */
  select: (kind: DecisionKind) => Promise<string>
}

function PublicationForm({ select }: FormProps) {
  const navigate = useNavigate()
  const { run, isPending, errors, thrown } = useStaffAction(
    async (form: FormData) => {
      const kind = String(form.get('kind'))
      if (!isKind(kind)) throw createFieldError('kind', 'Choose what is published.')
      const body = {
        kind,
        title: String(form.get('title')),
        selection: await select(kind),
        publishAt: parseLocalDateTime(String(form.get('publishAt'))),
        emailNote: String(form.get('emailNote')),
      }
      const { data } = await staffCall('makePublication', { body })
      await navigate(getEntryPath(staffPaths.publications, data.id))
    },
    { fields: ['kind'], invalidates: publicationListKeys },
  )
  return (
    <Card>
      <FormStack onSubmit={run}>
        <FormError>{thrown && !hasFieldErrors(thrown) ? describeRefusal(thrown) : null}</FormError>
        <LeftOutReasons error={thrown} />
        <Select
          label="What is published"
          hint="A correction replaces an outcome that was published by mistake, and its email says so."
          name="kind"
          options={kindOptions}
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
  )
}

const describeRefusal = (error: unknown): string =>
  hasCode(error, 'selection_empty')
    ? 'No application is decided like this and not published yet.'
    : describeFailure(error)

interface Excluded {
  excluded: { exclusionReason: keyof typeof exclusionReasons; count: number }[]
}

/** Why none of the applications can be published like this. */
function LeftOutReasons({ error }: { error: unknown }) {
  if (!(error instanceof ApiError) || !hasCode(error, 'publication_empty')) return null
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
