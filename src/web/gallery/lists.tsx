import { ListStep } from '#web/form/view/list-step.tsx'
import { institution, institutions, SampleForm } from './sample-form.tsx'
import { type Group, longText, Specimen } from './specimen.tsx'

const none = institutions('Nothing yet', 1, 20)
const tooFew = institutions('Too few', 1, 20)
const many = institutions('Several', 1, 20)
const open = institutions('One that is faulty', 1, 20)
const full = institutions('Exactly two', 2, 2)
const schools = ['Example University', 'Example Polytechnic', longText].map(institution)

export const lists: Group = {
  id: 'lists',
  title: 'Lists of entries',
  Specimens: () => (
    <>
      <Specimen of="Empty" width="whole">
        <SampleForm sections={{ none }}>
          <ListStep name="none" list={none} />
        </SampleForm>
      </Specimen>
      <Specimen of="Empty, though one is asked for" width="whole">
        <SampleForm sections={{ tooFew }} begin={(form) => form.check(['tooFew'])}>
          <ListStep name="tooFew" list={tooFew} />
        </SampleForm>
      </Specimen>
      <Specimen of="Folded: can be moved up and down, removed and brought back" width="whole">
        <SampleForm sections={{ many }} answers={{ many: schools }}>
          <ListStep name="many" list={many} />
        </SampleForm>
      </Specimen>
      <Specimen of="One open, with what is wrong" width="whole">
        <SampleForm sections={{ open }} answers={{ open: [institution('')] }} begin={(form) => form.check(['open'])}>
          <ListStep name="open" list={open} />
        </SampleForm>
      </Specimen>
      <Specimen of="Full: no more can be added, and the order is no matter" width="whole">
        <SampleForm sections={{ full }} answers={{ full: schools.slice(0, 2) }}>
          <ListStep name="full" list={full} />
        </SampleForm>
      </Specimen>
    </>
  ),
}
