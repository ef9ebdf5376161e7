import type { Section } from '#shared/forms/section.ts'
import { GroupFields } from './group-fields.tsx'
import { LaterListStep } from './lazy-list-step.tsx'
import { SingleField } from './single-field.tsx'

/** Any section, drawn by its shape. */
export function SectionFields({ name, section }: { name: string; section: Section }) {
  switch (section.shape) {
    case 'single':
      return <SingleField name={name} single={section} />
    case 'group':
      return <GroupFields name={name} group={section} />
    case 'list':
      return <LaterListStep name={name} list={section} />
  }
}
