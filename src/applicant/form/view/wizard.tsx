// A form in steps: the stepper, the errors of the current step, its questions, and the buttons to other steps.
import type { ReactNode } from 'react'
import { useForm } from '#applicant/form/form-context.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { FieldErrorSummary } from './field-error-summary.tsx'
import { FocusedMessage } from './focused-message.tsx'
import { FormStepper } from './form-stepper.tsx'
import { SectionFields } from './section-fields.tsx'
import { summaryId, useFocusedTitle, useWizard, type WizardProps } from './use-wizard.ts'
import styles from './wizard.module.css'

interface Props extends WizardProps {
  /** Beside the step's title: how the work is saved. */
  aside?: ReactNode
  /** Above the step's questions. */
  children?: ReactNode
  /** Below the step's questions. */
  after?: ReactNode
  /** Above the buttons: why the last submission failed. */
  problem?: ReactNode
  isSubmitting: boolean
  /** The id of the part of a new step that takes the focus; its title otherwise. */
  focusOn?: string | undefined
}

export function Wizard({ aside, children, after, problem, isSubmitting, focusOn, ...wizard }: Props) {
  const { steps, current } = wizard
  const { form } = useForm()
  const title = useFocusedTitle(current, focusOn)
  const { names, isBlocked, uploadNotice, goForward, goBack, goToError } = useWizard(wizard)
  const step = steps[current]
  if (!step) return null

  return (
    <div className={styles.wizard}>
      <FormStepper steps={steps} current={current} onBack={goBack} onForward={goForward} />
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
        {isBlocked && <FieldErrorSummary names={names} onSelect={goToError} />}
      </div>
      {step.hint && <p className={styles.hint}>{step.hint}</p>}
      {children}
      {step.sections.map((name) => {
        const section = form.sections[name]
        return section && <SectionFields key={name} name={name} section={section} stepTitle={step.title} />
      })}
      {after}
      {uploadNotice && (
        <FocusedMessage key={uploadNotice.id}>
          <Banner tone="warning" title={uploadNotice.text} />
        </FocusedMessage>
      )}
      {problem}
      {step.nextButton && (
        <div className={styles.buttons}>
          {current > 0 && (
            <Button variant="secondary" disabled={isSubmitting} onClick={() => goBack(current - 1)}>
              Previous
            </Button>
          )}
          <Button busy={isSubmitting} onClick={() => goForward(current + 1)}>
            {step.nextButton}
          </Button>
        </div>
      )}
    </div>
  )
}
