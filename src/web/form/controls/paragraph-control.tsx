import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { placeId } from '../state/form-state.ts'
import { type ControlProps, textOf, wordsOf } from './control.ts'

export function ParagraphControl(control: ControlProps) {
  const { place, field, answer, onAnswer, onLeave } = control
  return (
    <Textarea
      {...wordsOf(control)}
      rows={4}
      maxLength={field.max}
      id={placeId(place)}
      value={textOf(answer)}
      onChange={(event) => onAnswer(event.target.value)}
      onBlur={onLeave}
    />
  )
}
