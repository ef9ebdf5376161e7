import { useState } from 'react'
import type { FormStep } from '#applicant/form/state/wizard-steps.ts'
import { Wizard } from '#applicant/form/view/wizard.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { createSampleInstitutions, SampleForm, sampleHobbies } from './sample-form.tsx'
import { type GalleryGroup, Specimen } from './specimen.tsx'

const sections = {
  pastimes: sampleHobbies,
  schools: createSampleInstitutions('Schools', 1, 20),
  twoSchools: createSampleInstitutions('Two schools', 2, 2),
}
const steps: FormStep[] = [
  { title: 'Hobbies and education', sections: ['pastimes', 'schools'], nextButton: 'Next' },
  { title: 'More education', sections: ['twoSchools'], nextButton: 'Preview' },
  { title: 'Preview', sections: [], nextButton: 'Submit' },
  { title: 'Submitted', sections: [], nextButton: null },
]
const messages = {
  incomplete: 'Please fill out all required fields before proceeding.',
  uploading: 'Files are still on their way.',
  unsent: 'One file was not sent.',
  stalled: 'Some files are waiting for the network.',
}

export const wizardGroup: GalleryGroup = {
  id: 'wizards',
  title: 'A form in steps',
  Specimens: () => (
    <Specimen title="Wizard: Next names missing answers; a button shows the state while it is being sent" width="whole">
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
      <Button variant="quiet" aria-pressed={isSubmitting} onClick={() => setSubmitting(!isSubmitting)}>
        As it is while it is being sent
      </Button>
      <Wizard
        steps={steps}
        current={current}
        messages={messages}
        isSubmitting={isSubmitting}
        onGo={setCurrent}
        onSubmit={() => setCurrent(3)}
        aside={<p>Saved 2:32 pm</p>}
      />
    </>
  )
}
