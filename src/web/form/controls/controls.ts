// A control for every kind of question; a new kind without one does not compile.
import type { ComponentType } from 'react'
import type { Kind } from '#shared/forms/field.ts'
import { AmountControl } from './amount-control.tsx'
import { ChoiceControl } from './choice-control.tsx'
import type { ControlProps } from './control.ts'
import { DateControl } from './date-control.tsx'
import { FixedControl } from './fixed-control.tsx'
import { LaterFilesControl } from './lazy-files-control.tsx'
import { ParagraphControl } from './paragraph-control.tsx'
import { EmailControl, PhoneControl, TextControl, YearControl } from './text-control.tsx'

export const controls: Record<Kind, ComponentType<ControlProps>> = {
  text: TextControl,
  paragraph: ParagraphControl,
  email: EmailControl,
  phone: PhoneControl,
  amount: AmountControl,
  year: YearControl,
  date: DateControl,
  choice: ChoiceControl,
  files: LaterFilesControl,
  fixed: FixedControl,
}
