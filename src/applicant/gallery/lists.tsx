import { ListStep } from '#applicant/form/view/list-step.tsx'
import { createSampleInstitution, createSampleInstitutions, SampleForm } from './sample-form.tsx'
import { type GalleryGroup, longText, Specimen } from './specimen.tsx'

const none = createSampleInstitutions('Nothing yet', 1, 20)
const tooFew = createSampleInstitutions('Too few', 1, 20)
const many = createSampleInstitutions('Several', 1, 20)
const open = createSampleInstitutions('One with errors', 1, 20)
const full = createSampleInstitutions('Exactly two', 2, 2)
const schools = ['Example University', 'Example Polytechnic', longText].map(createSampleInstitution)

export const listGroup: GalleryGroup = {
  id: 'lists',
  title: 'Lists of entries',
  Specimens: () => (
    <>
      <Specimen title="Empty" width="whole">
        <SampleForm sections={{ none }}>
          <ListStep name="none" list={none} />
        </SampleForm>
      </Specimen>
      <Specimen title="Empty, though one is required" width="whole">
        <SampleForm sections={{ tooFew }} onMount={(form) => form.showErrors(['tooFew'])}>
          <ListStep name="tooFew" list={tooFew} />
        </SampleForm>
      </Specimen>
      <Specimen title="Folded: can be moved up and down, removed and restored" width="whole">
        <SampleForm sections={{ many }} answers={{ many: schools }}>
          <ListStep name="many" list={many} />
        </SampleForm>
      </Specimen>
      <Specimen title="One open, with errors" width="whole">
        <SampleForm
          sections={{ open }}
          answers={{ open: [createSampleInstitution('')] }}
          onMount={(form) => form.showErrors(['open'])}
        >
          <ListStep name="open" list={open} />
        </SampleForm>
      </Specimen>
      <Specimen title="Full: no more can be added, and the order does not matter" width="whole">
        <SampleForm sections={{ full }} answers={{ full: schools.slice(0, 2) }}>
          <ListStep name="full" list={full} />
        </SampleForm>
      </Specimen>
    </>
  ),
}
