import { Select } from '#web/ui/inputs/select.tsx'
import { placeId } from '../state/form-state.ts'
import { autocompleteOf, type ControlProps, textOf, wordsOf } from './control.ts'

export function ChoiceControl(control: ControlProps) {
  const { place, field, entry, answer, onAnswer, onLeave } = control
  return (
    <Select
      {...wordsOf(control)}
      id={placeId(place)}
      options={field.optionsFor?.(entry) ?? {}}
      autoComplete={autocompleteOf(control)}
      value={textOf(answer)}
      onChange={(event) => onAnswer(event.target.value)}
      onBlur={onLeave}
    />
  )
}
