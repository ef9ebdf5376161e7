// The result of one applicant: entered by one person, confirmed by another, and then published.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { QueryResult } from '#kit/query/query-result.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FactList } from '#kit/ui/layout/fact-list.tsx'
import { FormError } from '#kit/ui/layout/form-stack.tsx'
import { Stack } from '#kit/ui/layout/stack.tsx'
import type { ResultDetails } from '#shared/api/staff/results.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { resultNames, resultObstacles } from '#shared/staff/results.ts'
import type { SittingKind } from '#shared/staff/sittings.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { useMay } from '../session/staff-session.ts'
import { useStaffAction } from '../session/use-staff-action.ts'

export const waitingResultsKey = ['results', 'waiting']

export const resultQuery = (number: string, kind: SittingKind) => ({
  queryKey: ['result', number, kind],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await staffCall('applicantResult', { params: { number }, query: { kind }, signal })).data,
})

interface Props {
  number: string
  kind: SittingKind
  /** The interview whose sheets are all in, and so could be taken as the result. */
  seat?: string | undefined
}

export function ResultCard({ number, kind, seat }: Props) {
  const result = useQuery(resultQuery(number, kind))
  return (
    <Card title={resultNames[kind]}>
      <QueryResult
        query={result}
        lines={['line']}
        loading="Loading the result…"
        failed="The result could not be loaded"
      >
        {(details) => (
          <Stack>
            <FactList facts={listFacts(details)} />
            <ResultActions details={details} seat={seat} />
          </Stack>
        )}
      </QueryResult>
    </Card>
  )
}

type Entered = NonNullable<ResultDetails['waiting']>

export const describeScore = ({ score, maximum }: Pick<Entered, 'score' | 'maximum'>) => `${score} of ${maximum}`

export const describeEntry = ({ by, at, isOfPanel }: Pick<Entered, 'by' | 'at' | 'isOfPanel'>) =>
  `${by}, ${formatDateTime(at)}${isOfPanel ? ', from the sheets of the panel' : ''}`

function listFacts({ newest, waiting, obstacle }: ResultDetails): [string, string][] {
  return [
    ['Result', newest ? describeScore(newest) : 'None yet'],
    ...(newest
      ? ([
          ['Entered by', describeEntry(newest)],
          ...(newest.confirmedBy ? [['Confirmed by', newest.confirmedBy] as [string, string]] : []),
          ['Published', newest.isPublished ? 'Yes: the applicant sees it' : 'Not yet'],
        ] satisfies [string, string][])
      : []),
    ...(waiting
      ? ([
          ['Waits to be confirmed', describeScore(waiting)],
          ['Entered by ', describeEntry(waiting)],
        ] satisfies [string, string][])
      : []),
    ...(obstacle ? ([['Not possible now', resultObstacles[obstacle]]] satisfies [string, string][]) : []),
  ]
}

function ResultActions({ details, seat }: { details: ResultDetails; seat: string | undefined }) {
  const { number, kind, version, waiting, newest, obstacle, isArchived, isSecondPerson } = details
  const may = useMay()
  const client = useQueryClient()
  const { queryKey } = resultQuery(number, kind)
  const options = { invalidates: [queryKey, ['results'], ['counts']], invalidatesOnError: true }
  const take = useStaffAction(async () => {
    const { data } = await staffCall('takeInterviewResult', { params: { id: seat ?? '' }, body: { version } })
    client.setQueryData(queryKey, data)
    return 'Entered. Another person must confirm it.'
  }, options)
  const confirm = useConfirmResult(options)
  const takeBack = useTakeBackResult(options)
  if (isArchived) return null
  const hasPanelResult = (waiting ?? newest)?.isOfPanel === true
  const maySecond = !obstacle && waiting !== null && isSecondPerson && may('result:confirm')
  const mayTakeBack = waiting?.isOwn === true && may('result:import')
  const mayTake = !obstacle && seat !== undefined && !hasPanelResult && may('result:import')
  return (
    <>
      <FormError>{take.error ?? confirm.error ?? takeBack.error}</FormError>
      {(maySecond || mayTakeBack || mayTake) && (
        <Actions>
          {maySecond && (
            <Button busy={confirm.isPending} onClick={() => void confirm.run({ number, kind, version })}>
              Confirm the result
            </Button>
          )}
          {mayTakeBack && (
            <Button
              variant="secondary"
              busy={takeBack.isPending}
              onClick={() => void takeBack.run({ number, kind, version })}
            >
              Take back my entry
            </Button>
          )}
          {mayTake && (
            <Button busy={take.isPending} onClick={() => void take.run()}>
              Enter the mean as the result
            </Button>
          )}
        </Actions>
      )}
    </>
  )
}

type ActionOptions = NonNullable<Parameters<typeof useStaffAction>[1]>
type EntryVersion = Pick<ResultDetails, 'number' | 'kind' | 'version'>

export const useTakeBackResult = (options: ActionOptions) =>
  useStaffAction(async ({ number, kind, version }: EntryVersion) => {
    await staffCall('takeBackResult', { params: { number }, body: { kind, version } })
    return 'Your entry is taken back.'
  }, options)

export const useConfirmResult = (options: ActionOptions) =>
  useStaffAction(async ({ number, kind, version }: EntryVersion) => {
    await staffCall('confirmResult', { params: { number }, body: { kind, version } })
    return 'Confirmed. The applicant sees it once it is published.'
  }, options)
