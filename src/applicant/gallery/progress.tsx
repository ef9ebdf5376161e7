import { ApiError, NetworkError } from '#kit/http/api-error.ts'
import { QueryResult } from '#kit/query/query-result.tsx'
import { lazyPart } from '#kit/routing/lazy-part.tsx'
import { PageSpinner } from '#kit/ui/feedback/page-spinner.tsx'
import { ProgressBar } from '#kit/ui/feedback/progress-bar.tsx'
import { Skeleton } from '#kit/ui/feedback/skeleton.tsx'
import { LoadingBar } from '#kit/ui/layout/app-frame.tsx'
import { Spinner } from '#kit/ui/layout/spinner.tsx'
import { Stepper, type StepperStep } from '#kit/ui/layout/stepper.tsx'
import { type GalleryGroup, Row, Specimen } from './specimen.tsx'

const names = [
  'Personal details',
  'Education',
  'Experience',
  'Publications and awards',
  'Referees',
  'Preview',
  'Submitted',
]
const selectable = { onSelect: () => {} }

const wizardSteps: StepperStep[] = names.map((name, i) => {
  if (i === 0) return { name, state: 'done', ...selectable }
  if (i === 1) return { name, state: 'invalid', ...selectable }
  return { name, state: i === 2 ? 'current' : 'upcoming' }
})
const stages = ['Password', 'Payment', 'NIN', 'Form', 'Submitted']

const queries = [
  { title: 'while it loads', error: null },
  { title: 'after a refusal', error: new ApiError(403, { message: 'Your roles do not allow this.' }) },
  { title: 'without an answer', error: new NetworkError('The server did not answer.') },
  { title: 'of nothing', error: new ApiError(404, {}), missing: 'There is no such list.' },
]

/** A query without data. */
const buildQuery = (error: Error | null) => ({
  data: undefined,
  error,
  isFetching: false,
  failureCount: 0,
  refetch: () => new Promise<never>(() => {}),
})

/** Its code never loads. */
const NeverLoaded = lazyPart(
  () => new Promise<() => null>(() => {}),
  <Skeleton label="Waiting for a part of the page…" />,
)

export const progressGroup: GalleryGroup = {
  id: 'progress',
  title: 'Progress and loading',
  Specimens: () => (
    <>
      <Specimen title="Stepper of seven: done, invalid, current, upcoming; the first two can be clicked" width="whole">
        <Stepper label="Seven steps" steps={wizardSteps} />
      </Specimen>
      <Specimen title="LoadingBar, busy: at the top of the window">
        <LoadingBar busy />
      </Specimen>
      <Specimen title="PageSpinner">
        <PageSpinner />
      </Specimen>
      <Specimen title="Stepper of five, under way">
        <Stepper
          label="Five stages, under way"
          steps={stages.map((name, i) => ({ name, state: (['done', 'done', 'current'] as const)[i] ?? 'upcoming' }))}
        />
      </Specimen>
      <Specimen title="Stepper of five, all done">
        <Stepper label="Five stages, done" steps={stages.map((name) => ({ name, state: 'done' }))} />
      </Specimen>
      <Specimen title="ProgressBar: not started, in progress, done, unknown">
        <Row>
          {[0, 0.4, 1, null].map((part) => (
            <ProgressBar key={String(part)} label={`Uploading, ${part ?? 'unknown'}`} fraction={part} />
          ))}
        </Row>
      </Specimen>
      <Specimen title="Spinner">
        <Row>
          <Spinner /> Logging in…
        </Row>
      </Specimen>
      <Specimen title="Skeleton: title, lines, block">
        <Skeleton lines={['title', 'line', 'line', 'line', 'block']} />
      </Specimen>
      {queries.map(({ title, error, missing }) => (
        <Specimen key={title} title={`QueryResult, ${title}`}>
          <QueryResult query={buildQuery(error)} failed="The lists could not be loaded" {...(missing && { missing })}>
            {String}
          </QueryResult>
        </Specimen>
      ))}
      <Specimen title="LazyPart, while it loads">
        <NeverLoaded />
      </Specimen>
    </>
  ),
}
