// The control for each kind of field. A new kind without one does not compile.
import type { ComponentType } from 'react'
import type { FieldKind } from '#shared/forms/field.ts'
import type { ControlProps } from './control.ts'
import { DateControl } from './date-control.tsx'
import { LazyAmountControl } from './lazy-amount-control.tsx'
import { LazyFilesControl } from './lazy-files-control.tsx'
import { ChoiceControl, FixedControl, ParagraphControl } from './simple-controls.tsx'
import { EmailControl, PhoneControl, TextControl, YearControl } from './text-control.tsx'

export const controls: Record<FieldKind, ComponentType<ControlProps>> = {
  text: TextControl,
  paragraph: ParagraphControl,
  email: EmailControl,
  phone: PhoneControl,
  amount: LazyAmountControl,
  year: YearControl,
  date: DateControl,
  choice: ChoiceControl,
  files: LazyFilesControl,
  fixed: FixedControl,
}
