import { Select } from '#kit/ui/inputs/select.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { derivedFacts } from '#shared/application/derived.ts'
import {
  type PostRequirements,
  type RequirementName,
  requirementNames,
  requirements,
} from '#shared/decisions/requirements.ts'

interface Props {
  asked: PostRequirements
  errors: Readonly<Record<string, string>>
}

/** The id of a control of the dialog, to which the summary of errors leads. */
export const toFieldId = (path: string) => `post-${path.replace('.', '-')}`

/** The name of a requirement's control in the form. */
const toFieldName = (name: RequirementName) => `requirements.${name}`

/** One control for each requirement that there is, from its description. */
export const RequirementFields = ({ asked, errors }: Props) =>
  requirementNames.map((name) => {
    const { label, fact } = requirements[name]
    const { options } = derivedFacts[fact] ?? {}
    const field = {
      id: toFieldId(toFieldName(name)),
      name: toFieldName(name),
      label,
      error: errors[toFieldName(name)],
      optional: true,
    }
    if (options)
      return <Select key={name} {...field} options={options} placeholder="Not asked" defaultValue={asked[name] ?? ''} />
    return (
      <TextInput
        key={name}
        {...field}
        inputMode="numeric"
        hint="At least so many. Empty when it is not asked."
        defaultValue={asked[name] ?? ''}
      />
    )
  })

/** Not checked yet: a text that is no number becomes NaN. */
export const readRequirements = (form: FormData): Record<string, unknown> =>
  Object.fromEntries(
    requirementNames.flatMap((name) => {
      const typed = String(form.get(toFieldName(name)) ?? '').trim()
      if (typed === '') return []
      const isChoice = derivedFacts[requirements[name].fact]?.options !== undefined
      return [[name, isChoice ? typed : Number(typed)]]
    }),
  )
