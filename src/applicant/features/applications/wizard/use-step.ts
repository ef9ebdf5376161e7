import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { FormStore } from '#applicant/form/state/form-store.ts'
import { getReachableStep, getStepToResume } from '#applicant/form/state/wizard-steps.ts'
import { sections } from '#shared/application/sections.ts'
import { steps } from '#shared/application/steps.ts'

export const previewStep = steps.length - 2

/** The heading of the passport photo, in step 1. */
export const passportPhotoId = 'passport-photo'

/** Comes with a link of the preview to the part of a step that is to be changed. */
export interface WizardLinkState {
  /** The part's id in the document. */
  changedPart: string
}

/**
 * The step is in the URL, so that a phone's back button goes back one step and does not leave the form.
 * @param savedStep where this device left the form, from 0; without it the answers decide
 */
export function useStep(form: FormStore, savedStep: number | null) {
  const [search, setSearch] = useSearchParams()
  const { changedPart } = (useLocation().state ?? {}) as Partial<WizardLinkState>
  const [initialStep] = useState(() => savedStep ?? getStepToResume(steps, form.getState(), sections))
  const requested = search.has('step') ? Number(search.get('step')) - 1 : initialStep
  const reachable = getReachableStep(steps, form.getState(), sections)
  const step = Number.isSafeInteger(requested) && requested >= 0 ? Math.min(requested, reachable) : 0
  return {
    step,
    changedPart,
    /** After a change from the preview, Next leads back there, as far as the other steps are valid. */
    goTo: (to: number) => setSearch({ step: String((changedPart && to === step + 1 ? previewStep : to) + 1) }),
  }
}
