import { laterPart } from '#web/lib/lazy/lazy-part.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { type StepMark, Stepper } from '#web/ui/layout/stepper.tsx'
import { type Group, Row, Specimen } from './specimen.tsx'

const names = [
  'Personal details',
  'Education',
  'Experience',
  'Publications and awards',
  'Referees',
  'Preview',
  'Submitted',
]
const press = { onPress: () => {} }

const wizardSteps: StepMark[] = names.map((name, i) => {
  if (i === 0) return { name, state: 'done', ...press }
  if (i === 1) return { name, state: 'faulty', ...press }
  return { name, state: i === 2 ? 'current' : 'ahead' }
})
const stages = ['Password', 'Payment', 'NIN', 'Form', 'Submitted']

/** Never comes. */
const Awaited = laterPart(() => new Promise<() => null>(() => {}), <Skeleton words="Waiting for a part of the page…" />)

export const progress: Group = {
  id: 'progress',
  title: 'Progress and loading',
  Specimens: () => (
    <>
      <Specimen of="Stepper of seven: done, faulty, current, ahead; the first two can be pressed" width="whole">
        <Stepper label="Seven steps" steps={wizardSteps} />
      </Specimen>
      <Specimen of="Stepper of five, under way">
        <Stepper
          label="Five stages, under way"
          steps={stages.map((name, i) => ({ name, state: (['done', 'done', 'current'] as const)[i] ?? 'ahead' }))}
        />
      </Specimen>
      <Specimen of="Stepper of five, all done">
        <Stepper label="Five stages, done" steps={stages.map((name) => ({ name, state: 'done' }))} />
      </Specimen>
      <Specimen of="ProgressBar: not begun, under way, arrived, unknown">
        <Row>
          {[0, 0.4, 1, null].map((part) => (
            <ProgressBar key={String(part)} label={`Uploading, ${part}`} part={part} />
          ))}
        </Row>
      </Specimen>
      <Specimen of="Spinner">
        <Row>
          <Spinner /> Logging in…
        </Row>
      </Specimen>
      <Specimen of="Skeleton: title, lines, block">
        <Skeleton bones={['title', 'line', 'line', 'line', 'block']} />
      </Specimen>
      <Specimen of="LaterPart, while it is awaited">
        <Awaited />
      </Specimen>
    </>
  ),
}
