// Results that one person enters by hand, or from a panel, and another confirms.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { hasCode } from '#kit/http/api-error.ts'
import { QueryResult } from '#kit/query/query-result.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FormError } from '#kit/ui/layout/form-stack.tsx'
import { maxTypedNumber } from '#shared/api/staff/requests.ts'
import type { ResultDetails, WaitingResult } from '#shared/api/staff/results.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { maxRemark, resultNames, resultObstacles } from '#shared/staff/results.ts'
import { type SittingKind, sittingKinds } from '#shared/staff/sittings.ts'
import { useMayChange } from '#staff/entities/exercise/use-may-change.ts'
import {
  describeEntry,
  describeScore,
  resultQuery,
  useConfirmResult,
  useTakeBackResult,
  waitingResultsKey,
} from '#staff/entities/results/result-card.tsx'
import { RowTable } from '#staff/entities/row-table/row-table.tsx'
import { PageLink } from '#staff/entities/session/page-link.tsx'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import styles from './results-by-hand.module.css'

interface Props {
  exercise: number
  /** Stands below. */
  children: ReactNode
}

export function ResultsByHand({ exercise, children }: Props) {
  const may = useMayChange(exercise)
  const [isEntering, setEntering] = useState(false)
  const waiting = useQuery({
    queryKey: [...waitingResultsKey, exercise],
    queryFn: async ({ signal }) => (await staffCall('waitingResults', { query: { exercise }, signal })).data.results,
  })
  return (
    <>
      <Card
        title="Entered by hand or by a panel"
        aside={
          may('result:import') && (
            <Button variant="secondary" onClick={() => setEntering(true)}>
              Enter a result…
            </Button>
          )
        }
      >
        <QueryResult
          query={waiting}
          lines={['line']}
          loading="Loading what waits to be confirmed…"
          failed="What waits to be confirmed could not be loaded"
        >
          {(all) =>
            all.length === 0 ? <p>No result waits to be confirmed.</p> : <Waiting {...{ exercise }} results={all} />
          }
        </QueryResult>
        {isEntering && <EnterDialog onClose={() => setEntering(false)} />}
      </Card>
      <div className={styles.below} data-pending={waiting.isPending || undefined}>
        {children}
      </div>
    </>
  )
}

function Waiting({ exercise, results }: { exercise: number; results: readonly WaitingResult[] }) {
  const options = { invalidates: [['results'], ['result'], ['counts']], invalidatesOnError: true }
  const confirm = useConfirmResult(options)
  const takeBack = useTakeBackResult(options)
  return (
    <>
      <FormError>{confirm.error ?? takeBack.error}</FormError>
      <RowTable
        caption="Results that wait to be confirmed"
        headings={['Application', 'Name', 'Result', 'Score', 'Instead of', 'Entered by', 'What comes next']}
        phone={{ end: 'Score', named: ['Instead of', 'Entered by'], last: 'What comes next' }}
        rows={results.map((one) => ({
          key: `${one.number} ${one.kind}`,
          cells: [
            <span key="number" className={styles.number}>
              <PageLink to={getEntryPath(staffPaths.applications, one.number)}>{one.number}</PageLink>
            </span>,
            one.name,
            resultNames[one.kind],
            [describeScore(one), one.remark].filter(Boolean).join(', '),
            one.replaces && describeScore(one.replaces),
            describeEntry(one),
            <NextStep key="next" {...{ exercise, one, confirm, takeBack }} />,
          ],
        }))}
      />
    </>
  )
}

type EntryAction = Pick<ReturnType<typeof useConfirmResult>, 'run' | 'isPending'>

interface StepProps {
  exercise: number
  one: WaitingResult
  confirm: EntryAction
  takeBack: EntryAction
}

function NextStep({ exercise, one, confirm, takeBack }: StepProps) {
  const may = useMayChange(exercise)
  const what = `the ${resultNames[one.kind]} of ${one.number}`
  return (
    <>
      {one.obstacle && <p>{resultObstacles[one.obstacle]} It cannot be confirmed.</p>}
      {one.isOwn && may('result:import') && (
        <Button
          variant="secondary"
          busy={takeBack.isPending}
          aria-label={`Take back ${what}`}
          onClick={() => void takeBack.run(one)}
        >
          Take back
        </Button>
      )}
      {!one.obstacle &&
        (may('result:confirm') && one.isSecondPerson ? (
          <Button
            variant="secondary"
            busy={confirm.isPending}
            aria-label={`Confirm ${what}`}
            onClick={() => void confirm.run(one)}
          >
            Confirm
          </Button>
        ) : (
          !one.isOwn && 'Another person confirms it'
        ))}
    </>
  )
}

/** First whose result it is, then the result. */
function EnterDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [found, setFound] = useState<ResultDetails | null>(null)
  const { run, isPending, error, errors } = useStaffAction(
    async (form: FormData) => {
      const number = String(form.get('number')).trim().toUpperCase()
      const kind = String(form.get('kind')) as SittingKind
      setFound(await client.fetchQuery({ ...resultQuery(number, kind), staleTime: 0, retry: false }))
    },
    { fields: ['number', 'kind'] },
  )
  if (found) return <ScoreDialog found={found} onChange={setFound} onClose={onClose} />
  return (
    <FormDialog
      title="Enter a result"
      intro={<p>Another person confirms it. Until then it is in no list, no cut-off and no publication.</p>}
      error={error}
      submit="Continue"
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    >
      <TextInput label="Application number" name="number" maxLength={maxTypedNumber} error={errors.number} />
      <Select label="Result of" name="kind" options={sittingKinds} defaultValue="cbt" error={errors.kind} />
    </FormDialog>
  )
}

interface ScoreProps {
  found: ResultDetails
  onChange: (found: ResultDetails) => void
  onClose: () => void
}

function ScoreDialog({ found, onChange, onClose }: ScoreProps) {
  const { number, name, kind, version, newest, waiting, obstacle } = found
  const client = useQueryClient()
  const { run, isPending, error, errors } = useStaffAction(
    async (form: FormData) => {
      const read = (field: string) => String(form.get(field)).trim()
      // A text that is no number is refused as such.
      const toNumber = (text: string) => (text === '' ? Number.NaN : Number(text.replace(',', '.')))
      const given = { score: toNumber(read('score')), maximum: toNumber(read('maximum')), remark: read('remark') }
      await staffCall('enterResult', { params: { number }, body: { kind, version, ...given } })
      return 'Entered. Another person must confirm it.'
    },
    {
      fields: ['score', 'maximum', 'remark'],
      invalidates: [['results'], resultQuery(number, kind).queryKey, ['counts']],
      onDone: onClose,
      onError: (thrown) => {
        if (hasCode(thrown, 'changed_meanwhile'))
          // Where it cannot be read either, the next try is refused again.
          void client.fetchQuery({ ...resultQuery(number, kind), staleTime: 0 }).then(onChange, () => {})
      },
    },
  )
  return (
    <FormDialog
      title={`${resultNames[kind]} of ${name}`}
      intro={
        <>
          <p>
            {number}. {newest ? `The result now is ${describeScore(newest)}.` : 'There is no result yet.'}
          </p>
          {waiting && (
            <p>
              {describeScore(waiting)} waits to be confirmed, entered by {describeEntry(waiting)}. A new entry takes its
              place.
            </p>
          )}
          {obstacle && <p role="alert">{resultObstacles[obstacle]}</p>}
        </>
      }
      error={error}
      submit="Enter"
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    >
      <TextInput label="Score" name="score" inputMode="decimal" error={errors.score} />
      <TextInput
        label="Maximum"
        name="maximum"
        inputMode="decimal"
        defaultValue={String((waiting ?? newest)?.maximum ?? 100)}
        error={errors.maximum}
      />
      <TextInput label="Remark for the applicant" optional name="remark" maxLength={maxRemark} error={errors.remark} />
    </FormDialog>
  )
}
