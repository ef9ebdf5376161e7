// The current step is in the URL, so that a phone's back button goes back one step and does not leave the form.
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { sections } from '#shared/application/sections.ts'
import { steps } from '#shared/application/steps.ts'
import type { FormStore } from '#web/form/state/form-store.ts'
import { getReachableStep, getStepToResume } from '#web/form/state/wizard-steps.ts'

/** @param savedStep where this device left the form, from 0; without it the answers decide */
export function useStep(form: FormStore, savedStep: number | null) {
  const [search, setSearch] = useSearchParams()
  const [initialStep] = useState(() => savedStep ?? getStepToResume(steps, form.getState(), sections))
  const requested = search.has('step') ? Number(search.get('step')) - 1 : initialStep
  const reachable = getReachableStep(steps, form.getState(), sections)
  const step = Number.isSafeInteger(requested) && requested >= 0 ? Math.min(requested, reachable) : 0
  return { step, goTo: (to: number) => setSearch({ step: String(to + 1) }) }
}
