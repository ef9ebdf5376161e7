// Moves between the steps of a form, and blocks the way forward while the current step has errors.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useForm } from '#applicant/form/form-context.tsx'
import { focusControl } from '#kit/ui/feedback/error-summary.tsx'
import { toast } from '#kit/ui/feedback/toast.ts'
import { validateMemoized } from '../state/memoized-validation.ts'
import { type SummaryLine, summarizeErrors } from '../state/visible-errors.ts'
import { type FormStep, getSectionsToCheck } from '../state/wizard-steps.ts'

export interface WizardProps {
  steps: readonly FormStep[]
  /** From 0. */
  current: number
  messages: { incomplete: string; uploading: string; stalled: string; unsent: string }
  onGo(step: number): void
  /** Called only when every section is valid and every file has arrived. */
  onSubmit(): void
}

export const summaryId = 'wizard-errors'

/** At most this many messages are shown as toasts when the user goes back. */
const maxToasts = 3

export function useWizard({ steps, current, messages, onGo, onSubmit }: WizardProps) {
  const { form, queue } = useForm()
  const setFocusTarget = useFocusTarget(current)
  const [blockedStep, setBlockedStep] = useState<number | null>(null)
  const ownSections = steps[current]?.sections ?? []
  const names = getSectionsToCheck(steps, current)
  const uploadNotice = useUploadNotice(current, names)

  const findErrors = (sections: readonly string[]): SummaryLine[] => {
    const state = form.getState()
    return summarizeErrors(state, form.sections, validateMemoized(form.sections, state, sections))
  }

  /** Leads to another step, or submits, if this step is valid. */
  const goForward = (to: number) => {
    form.showErrors(names)
    if (queue.countRunning(names) > 0) return uploadNotice.show(messages.uploading)
    if (queue.countFailed(names) > 0) return uploadNotice.show(messages.unsent)
    const [first] = findErrors(names)
    if (first) {
      setBlockedStep(current)
      toast.error(messages.incomplete)
      // A step without questions has no fields to focus: its summary links to the other steps.
      return setFocusTarget({ step: current, id: ownSections.length > 0 ? first.id : summaryId })
    }
    setBlockedStep(null)
    form.leaveSections(names, queue.getPendingEntryIds())
    if (ownSections.length === 0) return submit()
    onGo(to)
  }

  /** A stalled file blocks only the submission: the other steps can be filled in while the connection is down. */
  const submit = () => (queue.countStalled(names) > 0 ? uploadNotice.show(messages.stalled) : onSubmit())

  /** Shows the errors of this step, and goes back all the same. */
  const goBack = (to: number) => {
    form.showErrors(ownSections)
    for (const { message } of findErrors(ownSections).slice(0, maxToasts)) toast.error(message)
    form.leaveSections(ownSections, queue.getPendingEntryIds())
    setBlockedStep(null)
    onGo(to)
  }

  const goToError = ({ id, path }: SummaryLine) => {
    const step = steps.findIndex(({ sections }) => sections.includes(path.section))
    if (step !== current) onGo(step)
    if (path.entryId) form.expandEntry(path.entryId)
    setFocusTarget({ step, id })
  }

  return { names, isBlocked: blockedStep === current, uploadNotice: uploadNotice.visible, goForward, goBack, goToError }
}

/** Why files hold the user back. It is gone with the step, and as soon as no file has to be waited for. */
function useUploadNotice(current: number, names: readonly string[]) {
  const { queue } = useForm()
  useSyncExternalStore(queue.subscribe, queue.getUploads, queue.getUploads)
  const [notice, setNotice] = useState<{ id: number; text: string; step: number } | null>(null)
  const isWaiting = queue.countRunning(names) + queue.countStalled(names) + queue.countFailed(names) > 0
  return {
    visible: isWaiting && notice?.step === current ? notice : null,
    show(text: string) {
      toast.warning(text)
      setNotice((last) => ({ id: (last?.id ?? 0) + 1, text, step: current }))
    },
  }
}

/** Focuses a control once its step is rendered. */
function useFocusTarget(current: number) {
  const [target, setTarget] = useState<{ step: number; id: string } | null>(null)
  useEffect(() => {
    if (target?.step !== current) return
    focusControl(target.id)
    setTarget(null)
  }, [target, current])
  return setTarget
}

/**
 * Focuses the title of a new step, so that screen readers read it out, or a part of the step by its id.
 */
export function useFocusedTitle(current: number, focusOn = '') {
  const title = useRef<HTMLHeadingElement>(null)
  const previous = useRef(current)
  useEffect(() => {
    if (previous.current === current) return
    previous.current = current
    scrollTo(0, 0)
    const part = document.getElementById(focusOn)
    if (part) part.focus()
    else title.current?.focus({ preventScroll: true })
  }, [current, focusOn])
  return title
}
