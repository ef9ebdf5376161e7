// The seven steps of the application: the form, its draft, its files and its submission.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { forgetApplication } from '#applicant/entities/application/own-application.ts'
import { rememberUser } from '#applicant/entities/session/session.ts'
import { FormProvider } from '#applicant/form/form-context.tsx'
import { createFormStore } from '#applicant/form/state/form-store.ts'
import { createFormUploads } from '#applicant/form/uploads/form-uploads.ts'
import { useUploadPort } from '#applicant/form/uploads/upload-port.ts'
import { Wizard } from '#applicant/form/view/wizard.tsx'
import { rememberSubmitted } from '#applicant/storage.ts'
import { useAction } from '#kit/query/use-action.ts'
import { runWhenIdle } from '#kit/routing/lazy-part.tsx'
import { focusControl } from '#kit/ui/feedback/error-summary.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import type { User } from '#shared/api/applicant/accounts.ts'
import type { ApplicationCorrection } from '#shared/api/applicant/applications.ts'
import { type Answers, sections } from '#shared/application/sections.ts'
import { steps } from '#shared/application/steps.ts'
import { refusals } from '#shared/messages/refusals.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { newerDraftNoticeId } from '../draft/draft-context.ts'
import { deleteDraftRecord } from '../draft/draft-record.ts'
import type { InitialDraft } from '../draft/initial-draft.ts'
import { SaveStatusLine } from '../draft/save-status.tsx'
import { useDraftSync } from '../draft/use-draft-sync.ts'
import {
  LazyApplicationNotice,
  LazyNewerDraftNotice,
  LazyPreview,
  LazySubmitError,
  LazySuccessStep,
  loadSubmission,
  preloadParts,
} from './lazy-parts.tsx'
import { PassportPhotoSection, PersonalFacts } from './personal-facts.tsx'
import type { SubmitOutcome } from './submit.ts'
import { useLeaveWarning } from './use-leave-warning.ts'
import { previewStep, useStep } from './use-step.ts'

interface Props {
  user: User
  initialDraft: InitialDraft
  /** The step (from 0) at which this device left the form; null when unknown. */
  savedStep: number | null
  /** What was sent is returned for correction. */
  initialCorrection: ApplicationCorrection | undefined
  isCorrectionOver: boolean
  /** @param isSubmitted until its answer says that it cannot be any more */
  onSubmit(isSubmitted: boolean): void
}

const wizardMessages = {
  incomplete: messages.form.incomplete,
  uploading: 'Some files are still being uploaded. Wait until they have arrived.',
  unsent: 'One file was not sent. Try it again or remove it, then click Next.',
  newer: 'Your form was changed elsewhere. Choose which answers to keep, then click Submit.',
  over: 'The correction of your application has ended. What you change is not saved any more.',
  stalled: 'Some files are waiting for network. They will be sent when it is back. Then click Submit.',
}

const [firstStep, lastStep] = [0, steps.length - 1]

export function ApplicationWizard({
  user,
  initialDraft,
  savedStep,
  initialCorrection,
  isCorrectionOver,
  onSubmit,
}: Props) {
  const port = useUploadPort()
  const [form] = useState(() => createFormStore(sections, initialDraft.answers))
  const [queue] = useState(() => createFormUploads(form, port))
  const [outcome, setOutcome] = useState<SubmitOutcome | null>(null)
  const { step, goTo, changedPart } = useStep(form, savedStep)
  const client = useQueryClient()
  // It ends with the submission, whose last step still tells of it.
  const [correction] = useState(initialCorrection)

  const draftSync = useDraftSync({
    user,
    form,
    initialDraft,
    step,
    onTakenOver: () => toast.info('Your form was changed in another window. You are looking at the newer answers.'),
    onSubmittedElsewhere() {
      deleteDraftRecord(user.userId)
      if (correction) toast.warning(wizardMessages.over)
      else toast.info(refusals.already_submitted)
      forgetApplication(client)
    },
  })
  useLeaveWarning(draftSync, queue)
  useEffect(() => runWhenIdle(preloadParts), [])

  const go = (to: number) => {
    if (submission.isPending) return
    setOutcome(null)
    goTo(to)
    void draftSync.flush()
  }

  async function submit() {
    onSubmit(true)
    // The message of the last attempt goes, so that the next one takes the focus again.
    setOutcome(null)
    const isSameUser = rememberUser()
    const { submitApplication } = await loadSubmission()
    // It would become the application of who has logged in in another window.
    if (!isSameUser()) return
    const result = await submitApplication(form.getAnswers() as Answers, correction !== undefined)
    setOutcome(result)
    if (result.kind === 'over') {
      onSubmit(false)
      forgetApplication(client)
    }
    if (result.kind !== 'done') return void toast.error(result.message)

    if (isSameUser()) rememberSubmitted(user.userId, true)
    draftSync.endDraft()
    deleteDraftRecord(user.userId)
    toast.success(result.message)
    forgetApplication(client)
  }
  /** What was chosen from two sets of answers is submitted, never the older ones without a choice. */
  const submitChosen = () => {
    if (draftSync.getState().newer === null) return void submission.run()
    toast.warning(wizardMessages.newer)
    focusControl(newerDraftNoticeId)
  }
  const submission = useAction(submit, { onError: () => toast.error(messages.submit.error) })

  // What was changed while it is on its way would not be sent: no other step opens before the answer.
  const current = outcome?.kind === 'done' ? lastStep : submission.isPending ? previewStep : step
  return (
    <FormProvider form={form} queue={queue}>
      <LazyNewerDraftNotice draftSync={draftSync} />
      <Wizard
        steps={steps}
        current={current}
        focusOn={changedPart}
        messages={wizardMessages}
        aside={current < lastStep && <SaveStatusLine draftSync={draftSync} />}
        after={<StepFooter step={current} user={user} isChange={changedPart !== undefined} />}
        problem={current === previewStep && <SubmitProblem outcome={outcome} />}
        isSubmitting={submission.isPending}
        onGo={go}
        onSubmit={submitChosen}
      >
        {current < lastStep && (correction || isCorrectionOver || hasWarnings(user)) && (
          <LazyApplicationNotice
            kind="warnings"
            refusal={outcome?.kind}
            correction={correction}
            isOver={isCorrectionOver}
          />
        )}
        {current === firstStep && <PersonalFacts user={user} />}
        {current === previewStep && <LazyPreview user={user} isCorrection={correction !== undefined} />}
        {outcome?.kind === 'done' && <LazySuccessStep submission={outcome} isCorrection={correction !== undefined} />}
      </Wizard>
    </FormProvider>
  )
}

const StepFooter = ({ step, user, isChange }: { step: number; user: User; isChange: boolean }) => (
  <>
    {step === firstStep && <PassportPhotoSection user={user} />}
    {isChange && <p>Next takes you back to the preview.</p>}
  </>
)

const SubmitProblem = ({ outcome }: { outcome: SubmitOutcome | null }) =>
  outcome && outcome.kind !== 'done' && <LazySubmitError outcome={outcome} />

/** A user that an earlier version stored has no exercise. */
const hasWarnings = ({ ninVerify, exercise }: User) => !ninVerify || exercise?.deadline
