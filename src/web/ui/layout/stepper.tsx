import { Check, TriangleAlert } from 'lucide-react'
import { classes } from '../styles/classes.ts'
import { Icon } from './icon.tsx'
import styles from './stepper.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export type StepState = 'done' | 'current' | 'faulty' | 'ahead'

export interface StepMark {
  name: string
  state: StepState
  /** Where this step may be gone to by pressing it. */
  onPress?: () => void
}

interface Props {
  label: string
  steps: readonly StepMark[]
}

const stateWords: Record<StepState, string> = {
  done: 'done',
  current: 'current',
  faulty: 'needs attention',
  ahead: 'not started',
}

/** A line of so few steps has room on phones for the current one's name. */
const roomyCount = 5

/** A line of steps: what is done, where one is, what is faulty. */
export const Stepper = ({ label, steps }: Props) => (
  <ol className={classes(styles.steps, steps.length <= roomyCount && styles.roomy)} aria-label={label}>
    {steps.map((step, i) => (
      <li
        key={step.name}
        className={classes(styles.step, styles[step.state])}
        aria-current={step.state === 'current' ? 'step' : undefined}
      >
        {step.onPress ? (
          <button type="button" className={styles.press} onClick={step.onPress}>
            <Face {...step} number={i + 1} />
          </button>
        ) : (
          <Face {...step} number={i + 1} />
        )}
      </li>
    ))}
  </ol>
)

const Face = ({ name, state, number }: StepMark & { number: number }) => (
  <>
    <span className={styles.dot} aria-hidden="true">
      {state === 'done' && <Icon of={Check} size="small" />}
      {state === 'faulty' && <Icon of={TriangleAlert} size="small" />}
      {(state === 'current' || state === 'ahead') && number}
    </span>
    <span className={styles.name}>{name}</span>
    <VisuallyHidden>, {stateWords[state]}</VisuallyHidden>
  </>
)
