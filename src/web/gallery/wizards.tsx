import { useState } from 'react'
import type { WizardStep } from '#web/form/state/wizard-steps.ts'
import { Wizard } from '#web/form/view/wizard.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { hobbies, institutions, SampleForm } from './sample-form.tsx'
import { type Group, Specimen } from './specimen.tsx'

const sections = {
  pastimes: hobbies,
  schools: institutions('Schools', 1, 20),
  twoSchools: institutions('Two schools', 2, 2),
}
const steps: WizardStep[] = [
  { title: 'Hobbies and education', sections: ['pastimes', 'schools'], forward: 'Next' },
  { title: 'More education', sections: ['twoSchools'], forward: 'Preview' },
  { title: 'Preview', sections: [], forward: 'Submit' },
  { title: 'Submitted', sections: [], forward: null },
]
const words = {
  incomplete: 'Please fill out all required fields before proceeding.',
  uploading: 'Files are still on their way.',
  stalled: 'Some files wait for the line.',
}

export const wizards: Group = {
  id: 'wizards',
  title: 'A form in steps',
  Specimens: () => (
    <Specimen of="Wizard: Next says what is missing; it can be seen as it is while it is being sent" width="whole">
      <SampleForm sections={sections}>
        <Walk />
      </SampleForm>
    </Specimen>
  ),
}

function Walk() {
  const [current, setCurrent] = useState(0)
  const [isSubmitting, setSubmitting] = useState(false)
  return (
    <>
      <Button look="quiet" aria-pressed={isSubmitting} onClick={() => setSubmitting(!isSubmitting)}>
        As it is while it is being sent
      </Button>
      <Wizard
        steps={steps}
        current={current}
        words={words}
        isSubmitting={isSubmitting}
        onGo={setCurrent}
        onSubmit={() => setCurrent(3)}
        aside={<p>Saved 2:32 pm</p>}
      />
    </>
  )
}
