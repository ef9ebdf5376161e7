import { FactList } from '#web/ui/fact-list.tsx'
import type { ControlProps } from './control.ts'

/** Not asked, so not a control: a fact. */
export const FixedControl = ({ field, answer, entry }: ControlProps) => (
  <FactList facts={[[field.label, field.show(answer, entry)]]} />
)
