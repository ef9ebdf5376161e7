import { GroupFields } from '#web/form/view/group-fields.tsx'
import { SingleField } from '#web/form/view/single-field.tsx'
import { everyKind, hobbies, onlyFiles, SampleForm } from './sample-form.tsx'
import { type Group, longText, Specimen } from './specimen.tsx'

const filled = {
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

const blank = everyKind('Blank questions')
const answered = everyKind('Answered questions')
const faulty = everyKind('Faulty questions')

export const controls: Group = {
  id: 'controls',
  title: 'Questions of the form',
  Specimens: () => (
    <>
      <Specimen of="Every kind, blank" width="whole">
        <SampleForm sections={{ blank }}>
          <GroupFields name="blank" group={blank} />
        </SampleForm>
      </Specimen>
      <Specimen of="Every kind, answered" width="whole">
        <SampleForm sections={{ answered }} answers={{ answered: filled }}>
          <GroupFields name="answered" group={answered} />
        </SampleForm>
      </Specimen>
      <Specimen of="Every kind, with what is wrong with it" width="whole">
        <SampleForm
          sections={{ faulty }}
          answers={{ faulty: { ...filled, text: '', email: 'amina', year: '205', date: '2014-13', files: [] } }}
          begin={(form) => form.check(['faulty'])}
        >
          <GroupFields name="faulty" group={faulty} />
        </SampleForm>
      </Specimen>
      <Specimen of="Files: arrived with a thumbnail, under way, damaged, waiting for the line" width="whole">
        <SampleForm
          sections={{ sent: onlyFiles }}
          begin={(_, queue) =>
            queue.start({ section: 'sent', key: 'files' }, [
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
      <Specimen of="A question that stands alone" width="whole">
        <SampleForm sections={{ alone: hobbies }}>
          <SingleField name="alone" single={hobbies} />
        </SampleForm>
      </Specimen>
    </>
  ),
}
