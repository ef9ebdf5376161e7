// Which step is shown. It stands in the address, so that a phone's back button goes a step back and not out of the form.
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { sections } from '#shared/application/sections.ts'
import { steps } from '#shared/application/steps.ts'
import type { FormStore } from '#web/form/state/form-store.ts'
import { reachableStep, resumedStep } from '#web/form/state/wizard-steps.ts'

/** @param noted the step (from 0) that this device noted last; without one the answers tell where to go on */
export function useStep(form: FormStore, noted: number | null) {
  const [search, setSearch] = useSearchParams()
  const [opened] = useState(() => noted ?? resumedStep(steps, form.state(), sections))
  const asked = search.has('step') ? Number(search.get('step')) - 1 : opened
  const reachable = reachableStep(steps, form.state(), sections)
  const step = Number.isSafeInteger(asked) && asked >= 0 ? Math.min(asked, reachable) : 0
  return { step, goTo: (to: number) => setSearch({ step: String(to + 1) }) }
}
