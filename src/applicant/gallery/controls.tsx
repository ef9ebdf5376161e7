import { GroupFields, SingleField } from '#applicant/form/view/section-fields.tsx'
import { everyKind, onlyFiles, SampleForm, sampleHobbies } from './sample-form.tsx'
import { type GalleryGroup, longText, Specimen } from './specimen.tsx'

const answers = {
  text: longText,
  paragraph: longText,
  email: 'amina@example.org',
  phone: '08011112222',
  amount: '2500000',
  year: '2005',
  date: '2014-03',
  choice: 'upper',
  files: ['/mark.svg?1', '/mark.svg?2'],
  fixed: 'nigeria',
}
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#15573c" d="M0 0h8v8H0z"/></svg>'
const file = (name: string, type = 'application/pdf') => new File([drawing], name, { type })

const empty = everyKind('Empty questions')
const answered = everyKind('Answered questions')
const invalid = everyKind('Questions with errors')

export const controlGroup: GalleryGroup = {
  id: 'controls',
  title: 'Questions of the form',
  Specimens: () => (
    <>
      <Specimen title="Every kind, empty" width="whole">
        <SampleForm sections={{ empty }}>
          <GroupFields name="empty" group={empty} />
        </SampleForm>
      </Specimen>
      <Specimen title="Every kind, answered" width="whole">
        <SampleForm sections={{ answered }} answers={{ answered: answers }}>
          <GroupFields name="answered" group={answered} />
        </SampleForm>
      </Specimen>
      <Specimen title="Every kind, with errors" width="whole">
        <SampleForm
          sections={{ invalid }}
          answers={{ invalid: { ...answers, text: '', email: 'amina', year: '205', date: '2014-13', files: [] } }}
          onMount={(form) => form.showErrors(['invalid'])}
        >
          <GroupFields name="invalid" group={invalid} />
        </SampleForm>
      </Specimen>
      <Specimen title="Files: arrived with a thumbnail, under way, damaged, waiting for the network" width="whole">
        <SampleForm
          sections={{ sent: onlyFiles }}
          onMount={(_, queue) =>
            queue.add({ section: 'sent', key: 'files' }, [
              file('photo.svg', 'image/svg+xml'),
              file('damaged.pdf'),
              file('offline.pdf'),
              file('slow.pdf'),
              file(`slow ${longText}.pdf`),
              file('slow and waiting.pdf'),
            ])
          }
        >
          <GroupFields name="sent" group={onlyFiles} />
        </SampleForm>
      </Specimen>
      <Specimen title="A question that stands alone" width="whole">
        <SampleForm sections={{ alone: sampleHobbies }}>
          <SingleField name="alone" single={sampleHobbies} />
        </SampleForm>
      </Specimen>
    </>
  ),
}
