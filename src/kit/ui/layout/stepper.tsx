import { Check, TriangleAlert } from 'lucide-react'
import { classNames } from '../styles/classes.ts'
import { Icon } from './icon.tsx'
import styles from './stepper.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export type StepState = 'done' | 'current' | 'invalid' | 'upcoming'

export interface StepperStep {
  name: string
  state: StepState
  /** Below the name, such as the day on which the step was done. */
  note?: string | undefined
  /** For steps that can be opened by clicking. */
  onSelect?: () => void
}

interface Props {
  label: string
  steps: readonly StepperStep[]
}

const stateLabels: Record<StepState, string> = {
  done: 'done',
  current: 'current',
  invalid: 'needs attention',
  upcoming: 'not started',
}

/** With this many steps or fewer, phones have room for the current one's name. */
const maxRoomySteps = 5

/** A line of steps, each with its state. */
export const Stepper = ({ label, steps }: Props) => (
  <ol className={classNames(styles.steps, steps.length <= maxRoomySteps && styles.roomy)} aria-label={label}>
    {steps.map((step, i) => (
      <li
        key={step.name}
        className={classNames(styles.step, styles[step.state])}
        aria-current={step.state === 'current' ? 'step' : undefined}
      >
        {step.onSelect ? (
          <button type="button" className={styles.selectable} onClick={step.onSelect}>
            <StepLabel {...step} number={i + 1} />
          </button>
        ) : (
          <StepLabel {...step} number={i + 1} />
        )}
      </li>
    ))}
  </ol>
)

const StepLabel = ({ name, state, note, number }: StepperStep & { number: number }) => (
  <>
    <span className={styles.dot} aria-hidden="true">
      {state === 'done' && <Icon icon={Check} size="small" />}
      {state === 'invalid' && <Icon icon={TriangleAlert} size="small" />}
      {(state === 'current' || state === 'upcoming') && number}
    </span>
    <span className={styles.name}>{name}</span>
    <VisuallyHidden>, {stateLabels[state]}</VisuallyHidden>
    {note && (
      <>
        <VisuallyHidden>, </VisuallyHidden>
        <span className={styles.note}>{note}</span>
      </>
    )}
  </>
)
