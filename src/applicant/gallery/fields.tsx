import { Checkbox } from '#kit/ui/inputs/checkbox.tsx'
import { controlClass, LabelledField } from '#kit/ui/inputs/field.tsx'
import { FieldGroup } from '#kit/ui/inputs/field-group.tsx'
import { PasswordInput } from '#kit/ui/inputs/password-input.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Textarea } from '#kit/ui/inputs/textarea.tsx'
import { FormStack } from '#kit/ui/layout/form-stack.tsx'
import { type GalleryGroup, longText, Row, Specimen } from './specimen.tsx'

const grades = { first: 'First Class', upper: 'Second Class Upper', long: longText }

export const fieldsGroup: GalleryGroup = {
  id: 'fields',
  title: 'Fields',
  Specimens: () => (
    <>
      <Specimen title="TextInput: empty, with a hint, optional, filled too long">
        <FormStack>
          <TextInput label="User ID" maxLength={120} />
          <TextInput
            label="NIN"
            maxLength={120}
            hint="11 digits. Dial *346# on the phone you registered with to see yours."
          />
          <TextInput label="Organization" maxLength={120} optional />
          <TextInput label={longText} maxLength={300} defaultValue={longText} />
        </FormStack>
      </Specimen>
      <Specimen title="TextInput: with an error, disabled with its reason">
        <FormStack>
          <TextInput
            id="gallery-error"
            label="Place of birth"
            maxLength={120}
            error="Place of birth is required."
            hint="Town or village."
          />
          <TextInput label="LGA" maxLength={120} disabled hint="The list follows the state that you choose." />
        </FormStack>
      </Specimen>
      <Specimen title="PasswordInput: empty, filled, with an error">
        <FormStack>
          <PasswordInput label="Password" autoComplete="off" />
          <PasswordInput label="Password, filled" defaultValue="a password" autoComplete="off" />
          <PasswordInput label="Confirm Password" error="Passwords do not match." autoComplete="off" />
        </FormStack>
      </Specimen>
      <Specimen title="Select: empty, chosen, long, with an error, disabled">
        <FormStack>
          <Select label="Grade" options={grades} />
          <Select label="Grade, chosen" options={grades} defaultValue="upper" />
          <Select label="Grade, long" options={grades} defaultValue="long" />
          <Select label="Grade, missing" options={grades} error="All institution fields are required." />
          <Select label="Grade, disabled" options={grades} disabled hint="Choose the certificate first." />
        </FormStack>
      </Specimen>
      <Specimen title="Textarea: empty, nearly full, with an error">
        <FormStack>
          <Textarea label="Hobbies" maxLength={300} optional />
          <Textarea label="Description" maxLength={110} defaultValue={longText} />
          <Textarea label="Message" maxLength={3000} error="Write what went wrong." rows={8} />
        </FormStack>
      </Specimen>
      <Specimen title="Checkbox: open, checked, with an error, disabled">
        <Checkbox label="I agree that the institute may look up my record." />
        <Checkbox label="Agreed" defaultChecked />
        <Checkbox label={longText} error="Agree before you go on." />
        <Checkbox label="Not now" disabled />
      </Specimen>
      <Specimen title="FieldGroup: one question, several controls">
        <FieldGroup
          label="Date awarded"
          hint="For example 30 6 2015. The year alone is enough."
          error="Date awarded is required."
          id="gallery-date"
        >
          {({ id }) => (
            <Row>
              <LabelledField label="Day" id={id}>
                {(attributes) => <input {...attributes} className={controlClass} inputMode="numeric" />}
              </LabelledField>
              <LabelledField label="Year">
                {(attributes) => <input {...attributes} className={controlClass} inputMode="numeric" />}
              </LabelledField>
            </Row>
          )}
        </FieldGroup>
      </Specimen>
    </>
  ),
}
