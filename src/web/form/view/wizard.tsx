// The shell of a form in steps: where one is, what is wrong, and the ways on and back.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { focusControl } from '#web/ui/feedback/error-summary.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { useForm } from '../state/form-context.tsx'
import { knownComplaints } from '../state/memoized-validation.ts'
import { type Fault, faultsOf } from '../state/visible-errors.ts'
import { checkedAt, type WizardStep } from '../state/wizard-steps.ts'
import { FaultSummary } from './field-error-summary.tsx'
import { SectionFields } from './section-fields.tsx'
import { StepLine } from './step-line.tsx'
import styles from './wizard.module.css'

interface Props {
  steps: readonly WizardStep[]
  /** From 0. */
  current: number
  words: { incomplete: string; uploading: string; stalled: string }
  /** Beside the step's title: how the work is saved. */
  aside?: ReactNode
  /** What the step shows above its questions. */
  children?: ReactNode
  isSubmitting: boolean
  onGo(step: number): void
  /** Called only when nothing is wrong with any section. */
  onSubmit(): void
}

const summaryId = 'wizard-faults'

export function Wizard({ steps, current, words, aside, children, isSubmitting, onGo, onSubmit }: Props) {
  const { form, queue } = useForm()
  const title = useFocusedTitle(current)
  const [held, setHeld] = useState<number | null>(null)
  const [goal, setGoal] = useState<string | null>(null)
  // The goal may stand on a step or in a card that is not drawn yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step draws other controls.
  useEffect(() => {
    if (!goal || !document.getElementById(goal)) return
    focusControl(goal)
    setGoal(null)
  }, [goal, current])

  const step = steps[current]
  if (!step) return null
  const names = checkedAt(steps, current)
  const faultsIn = (sections: readonly string[]): Fault[] =>
    faultsOf(form.state(), form.sections, knownComplaints(form.sections, form.state().answers, sections))

  /** On to another step, if nothing is wrong with this one. */
  const ahead = (to: number) => {
    form.check(names)
    if (queue.running(names) > 0) return toast.warning(words.uploading)
    const [first] = faultsIn(names)
    if (first) {
      setHeld(current)
      toast.error(words.incomplete)
      // On a step that asks nothing the faults stand elsewhere: the summary leads there.
      return setGoal(step.sections.length > 0 ? first.id : summaryId)
    }
    setHeld(null)
    form.leaveSections(names, queue.awaited())
    if (step.sections.length === 0) return submit()
    onGo(to)
  }

  /** A file that waits for the line is a part of the application; the other steps may be filled meanwhile. */
  const submit = () => (queue.stalled(names) > 0 ? toast.warning(words.stalled) : onSubmit())

  /** Says what is wrong with the step, and goes back all the same. */
  const back = (to: number) => {
    form.check(step.sections)
    for (const { sentence } of faultsIn(step.sections).slice(0, 3)) toast.error(sentence)
    form.leaveSections(step.sections, queue.awaited())
    setHeld(null)
    onGo(to)
  }

  const mend = ({ id, place }: Fault) => {
    const home = steps.findIndex(({ sections }) => sections.includes(place.section))
    if (home !== current) onGo(home)
    if (place.row) form.openCard(place.row)
    setGoal(id)
  }

  return (
    <div className={styles.wizard}>
      <StepLine steps={steps} current={current} onBack={back} onAhead={ahead} />
      <div className={styles.head}>
        <h2 ref={title} tabIndex={-1}>
          <span className={styles.count}>
            Step {current + 1} of {steps.length}
          </span>
          {step.title}
        </h2>
        {aside}
      </div>
      <div id={summaryId} tabIndex={-1} className={styles.summary}>
        {held === current && <FaultSummary names={names} onMend={mend} />}
      </div>
      {children}
      {step.sections.map((name) => {
        const section = form.sections[name]
        return section && <SectionFields key={name} name={name} section={section} />
      })}
      {step.forward && (
        <div className={styles.ways}>
          {current > 0 && (
            <Button look="secondary" disabled={isSubmitting} onClick={() => back(current - 1)}>
              Previous
            </Button>
          )}
          <Button busy={isSubmitting} onClick={() => ahead(current + 1)}>
            {step.forward}
          </Button>
        </div>
      )}
    </div>
  )
}

/** A new step begins at its top, with its title read out. */
function useFocusedTitle(current: number) {
  const title = useRef<HTMLHeadingElement>(null)
  const shown = useRef(current)
  useEffect(() => {
    if (shown.current === current) return
    shown.current = current
    scrollTo(0, 0)
    title.current?.focus({ preventScroll: true })
  }, [current])
  return title
}
