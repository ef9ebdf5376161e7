// One interview: the own score sheet, on a phone too, and what the panel found once all sheets are in.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { QueryResult } from '#kit/query/query-result.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Textarea } from '#kit/ui/inputs/textarea.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { Columns } from '#kit/ui/layout/columns.tsx'
import { FactList } from '#kit/ui/layout/fact-list.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { Stack } from '#kit/ui/layout/stack.tsx'
import type { Interview } from '#shared/api/staff/interviews.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import {
  addUp,
  type Criterion,
  type CriterionScores,
  criterionLimits,
  describeSheetObstacle,
  maxSheetNote,
  sumMaxima,
} from '#shared/staff/interviews.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { ResultCard } from '#staff/entities/results/result-card.tsx'
import { PageLink } from '#staff/entities/session/page-link.tsx'
import { useMay } from '#staff/entities/session/staff-session.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { ShortFacts } from '#staff/entities/short-facts/short-facts.tsx'
import { staffCall } from '#staff/http/staff-call.ts'
import styles from './interview-page.module.css'
import { interviewQuery, interviewsKey } from './interview-query.ts'

export function Component() {
  const { id = '' } = useParams()
  const interview = useQuery(interviewQuery(id))
  const mayReadResults = useMay()('result:read')
  return (
    <QueryResult
      query={interview}
      lines={['title', 'block']}
      loading="Loading the interview…"
      title="Interview"
      missing="There is no such interview, or it is not one of your panels."
      back={<ButtonLink to={staffPaths.interviews}>Your interviews</ButtonLink>}
    >
      {(data) => (
        <>
          <PageTitle>{data.name}</PageTitle>
          <Columns>
            <div>
              {data.isMember && !data.own && <OwnSheet interview={data} />}
              {data.sheets ? <Sheets interview={data} sheets={data.sheets} /> : <WaitingFor interview={data} />}
            </div>
            <div>
              <InterviewFacts interview={data} />
            </div>
          </Columns>
          {mayReadResults && (
            <ResultCard number={data.number} kind="interview" seat={data.summary ? data.seat : undefined} />
          )}
        </>
      )}
    </QueryResult>
  )
}

const InterviewFacts = ({ interview }: { interview: Interview }) => (
  <Card>
    <ShortFacts
      facts={[
        ['Application', interview.number],
        ['Panel', interview.panel],
        ['Post', [interview.role, interview.department, interview.school].filter(Boolean).join(', ')],
        ['Time', formatDateTime(interview.startsAt)],
        [
          'Where',
          <PageLink key="sitting" to={getEntryPath(staffPaths.sittings, interview.sitting.id)}>
            {interview.sitting.label}, {interview.sitting.venue}
          </PageLink>,
        ],
      ]}
    />
  </Card>
)

function OwnSheet({ interview: { seat, startsAt, obstacle, criteria } }: { interview: Interview }) {
  const client = useQueryClient()
  const [scores, setScores] = useState<CriterionScores>([])
  const { queryKey } = interviewQuery(seat)
  const { run, isPending, error, errors } = useStaffAction(
    async (form: FormData) => {
      const note = String(form.get('note'))
      const { data } = await staffCall('handInSheet', {
        params: { id: seat },
        body: { scores: readScores(criteria, form), note },
      })
      client.setQueryData(queryKey, data)
      return 'Your sheet is handed in.'
    },
    {
      fields: [...criteria.map((_, n) => `scores.${n}.score` as const), 'note'],
      invalidates: [interviewsKey, ['result']],
      invalidatesOnError: true,
    },
  )
  const isFilled = scores.length === criteria.length && scores.every(({ score }) => !Number.isNaN(score))
  return (
    <>
      {obstacle && (
        <Banner tone={obstacle === 'not_open' ? 'info' : 'warning'} title="There is no score sheet to fill in">
          <p>{describeSheetObstacle(obstacle, startsAt)}</p>
        </Banner>
      )}
      {/* What was typed is there again once the obstacle has gone. */}
      <div hidden={obstacle !== null}>
        <Card title="Your score sheet">
          <FormStack
            onSubmit={run}
            onInput={({ currentTarget }) => setScores(readScores(criteria, new FormData(currentTarget)))}
          >
            <p>The others see it once all of the panel have handed in theirs; it cannot be changed afterwards.</p>
            <FormError>{error}</FormError>
            <div className={styles.criteria}>
              {criteria.map(({ name, maximum }, n) => (
                <TextInput
                  key={name}
                  label={name}
                  hint={`From 0 to ${maximum}.`}
                  name={name}
                  inputMode="numeric"
                  maxLength={String(criterionLimits.maximum).length}
                  error={errors[`scores.${n}.score`]}
                />
              ))}
            </div>
            <p className={styles.total} role="status">
              {isFilled && `Total: ${addUp(scores)} of ${sumMaxima(criteria)}`}
            </p>
            <Textarea
              label="Note for the panel"
              optional
              name="note"
              rows={3}
              maxLength={maxSheetNote}
              error={errors.note}
            />
            <Actions>
              <Button type="submit" busy={isPending}>
                Hand in the sheet
              </Button>
            </Actions>
          </FormStack>
        </Card>
      </div>
    </>
  )
}

/** What is no number is sent as none: the server says where. */
const readScores = (criteria: readonly Criterion[], form: FormData): CriterionScores =>
  criteria.map(({ name }) => {
    const text = String(form.get(name) ?? '').trim()
    return { criterion: name, score: /^\d+$/.test(text) ? Number(text) : Number.NaN }
  })

const WaitingFor = ({ interview: { members, own, criteria } }: { interview: Interview }) => (
  <Card title="The panel">
    <p>{own ? `You have given ${own.total} of ${sumMaxima(criteria)}. ` : ''}The sheets are shown once all are in.</p>
    <ShortFacts
      facts={members.map(({ name, hasHandedIn }) => [name, hasHandedIn ? 'Handed in' : 'Not yet'] as const)}
    />
  </Card>
)

type Sheet = NonNullable<Interview['sheets']>[number]

function Sheets({ interview: { summary, criteria }, sheets }: { interview: Interview; sheets: readonly Sheet[] }) {
  const notes = sheets.flatMap(({ name, note }) => (note === null ? [] : [[name, note] as const]))
  return (
    <Card title="What the panel found">
      <Stack>
        {summary && (
          <ShortFacts
            facts={[
              ['Mean', `${summary.mean} of ${sumMaxima(criteria)}`],
              ['Lowest and highest', `${summary.lowest} and ${summary.highest}`],
              ['Standard deviation', String(summary.deviation)],
            ]}
          />
        )}
        <SheetTable criteria={criteria} sheets={sheets} />
        {notes.length > 0 && <FactList facts={notes} />}
      </Stack>
    </Card>
  )
}

/** Members beside each other: what they differ in is seen along a line. */
const SheetTable = ({ criteria, sheets }: Pick<Interview, 'criteria'> & { sheets: readonly Sheet[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
  <section className={styles.frame} tabIndex={0} aria-label="Score sheets">
    <table className={styles.sheets} aria-label="Score sheets">
      <thead>
        <tr>
          <th scope="col">Scored</th>
          {sheets.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {criteria.map(({ name: criterion, maximum }) => (
          <tr key={criterion}>
            <th scope="row">
              {criterion}, of {maximum}
            </th>
            {sheets.map(({ name, scores }) => (
              <td key={name}>{scores.find((one) => one.criterion === criterion)?.score}</td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total, of {sumMaxima(criteria)}</th>
          {sheets.map(({ name, total }) => (
            <td key={name}>{total}</td>
          ))}
        </tr>
      </tfoot>
    </table>
  </section>
)
