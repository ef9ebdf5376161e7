// The seven steps of the application (specification, section 2): the form, its drafts, its files and its submission.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { User } from '#shared/api/accounts.ts'
import { type Answers, sections } from '#shared/application/sections.ts'
import { steps } from '#shared/application/steps.ts'
import { errors } from '#shared/messages/errors.ts'
import { notices } from '#shared/messages/web-messages.ts'
import { ownApplication } from '#web/entities/application/own-application.ts'
import { FormProvider } from '#web/form/state/form-context.tsx'
import { createFormStore } from '#web/form/state/form-store.ts'
import { uploadsFor } from '#web/form/uploads/form-uploads.ts'
import { useUploadPort } from '#web/form/uploads/upload-port.ts'
import { Wizard } from '#web/form/view/wizard.tsx'
import { whenIdle } from '#web/lib/lazy/lazy-part.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { forgetRecord } from '../draft/draft-record.ts'
import type { Opening } from '../draft/initial-state.ts'
import { SavedStatus } from '../draft/saved-status.tsx'
import { useDraftKeeper } from '../draft/use-draft-sync.ts'
import {
  LaterNewerDraftNotice,
  LaterPreview,
  LaterSubmitProblem,
  LaterSuccessStep,
  loadSubmission,
  preloadParts,
} from './lazy-parts.tsx'
import { NinWarning } from './nin-warning.tsx'
import { PersonalFacts } from './personal-facts.tsx'
import type { SubmitOutcome } from './submit.ts'
import { useLeaveWarning } from './use-leave-warning.ts'
import { useStep } from './use-step.ts'

interface Props {
  user: User
  opening: Opening
  /** The step that this device noted when it was left. */
  noted: number | null
  onSubmitted(): void
}

const wizardWords = {
  incomplete: notices.form.incomplete,
  uploading: 'Some files are still being uploaded. Wait until they have arrived.',
  stalled: 'Some files wait for the line, and are sent when it is back. Then press Submit.',
}

const [firstStep, previewStep, lastStep] = [0, steps.length - 2, steps.length - 1]

export function ApplicationWizard({ user, opening, noted, onSubmitted }: Props) {
  const port = useUploadPort()
  const [form] = useState(() => createFormStore(sections, opening.answers))
  const [queue] = useState(() => uploadsFor(form, port))
  const [applicationId, setApplicationId] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<SubmitOutcome | null>(null)
  const [isSubmitting, setSubmitting] = useState(false)
  const { step, goTo } = useStep(form, noted)
  const client = useQueryClient()

  const keeper = useDraftKeeper({
    user,
    form,
    opening,
    step,
    onFollowed: () => toast.info('Your form was changed in another window. You are looking at the newer answers.'),
    onSubmittedElsewhere() {
      forgetRecord()
      toast.info(errors.already_submitted.message)
      void client.invalidateQueries(ownApplication)
    },
  })
  useLeaveWarning(keeper, queue)
  useEffect(() => whenIdle(preloadParts), [])

  const go = (to: number) => {
    setOutcome(null)
    goTo(to)
    void keeper.flush()
  }

  async function submit() {
    setSubmitting(true)
    const { submitApplication } = await loadSubmission()
    const result = await submitApplication(form.state().answers as Answers)
    setSubmitting(false)
    setOutcome(result)
    if (result.kind !== 'done') return toast.error(result.message)

    keeper.submitted()
    forgetRecord()
    toast.success(result.message)
    onSubmitted()
    setApplicationId(result.applicationId)
    void client.invalidateQueries(ownApplication)
  }

  const current = applicationId ? lastStep : step
  return (
    <FormProvider form={form} queue={queue}>
      <LaterNewerDraftNotice keeper={keeper} />
      <Wizard
        steps={steps}
        current={current}
        words={wizardWords}
        aside={current < lastStep && <SavedStatus keeper={keeper} />}
        isSubmitting={isSubmitting}
        onGo={go}
        onSubmit={submit}
      >
        {!user.ninVerify && current < lastStep && <NinWarning />}
        {outcome && outcome.kind !== 'done' && <LaterSubmitProblem outcome={outcome} />}
        {current === firstStep && <PersonalFacts user={user} />}
        {current === previewStep && <LaterPreview user={user} />}
        {applicationId && <LaterSuccessStep applicationId={applicationId} />}
      </Wizard>
    </FormProvider>
  )
}
