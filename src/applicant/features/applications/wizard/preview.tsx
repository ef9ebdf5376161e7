import { useForm, useFormState } from '#applicant/form/form-context.tsx'
import { getSectionId } from '#applicant/form/state/form-state.ts'
import { TextLink } from '#kit/ui/actions/text-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { DataTable } from '#kit/ui/layout/data-table.tsx'
import { VisuallyHidden } from '#kit/ui/layout/visually-hidden.tsx'
import type { User } from '#shared/api/applicant/accounts.ts'
import { renderApplicationTables } from '#shared/application/application-tables.ts'
import type { Answers } from '#shared/application/sections.ts'
import { findStep } from '#shared/application/steps.ts'
import { formatFullName } from '#shared/format/names.ts'
import { Photos } from '../slip/photos.tsx'
import styles from './preview.module.css'
import { passportPhotoId, type WizardLinkState } from './use-step.ts'

/** The application as it will be submitted and printed. */
export function Preview({ user, isCorrection }: { user: User; isCorrection: boolean }) {
  const { form } = useForm()
  useFormState((state) => state.answers)
  const answers = form.getAnswers() as Answers
  return (
    <div className={styles.preview}>
      <p>
        {isCorrection
          ? 'Read everything once more. When you submit it, it replaces what you sent before, under the same number.'
          : "Read everything once more. After you submit it, it can't be changed."}
      </p>
      {user.passport === null && (
        <Banner tone="warning" title="You have not added a passport photo.">
          <TextLink {...linkToStep(personalStep, passportPhotoId)}>Add it now</TextLink>
        </Banner>
      )}
      <Photos name={formatFullName(user)} ninPassport={user.ninPassport} passport={user.passport} />
      {renderApplicationTables(user, answers).map((table) => (
        <DataTable
          key={table.name}
          table={table}
          action={
            <TextLink {...linkToStep(Math.max(personalStep, findStep(table.name)), getSectionId(table.name))}>
              Change<VisuallyHidden> {table.title}</VisuallyHidden>
            </TextLink>
          }
        />
      ))}
    </div>
  )
}

/** The table of the account's facts belongs to no section; its one answer is asked in this step. */
const personalStep = 0

/** From there, Next leads back to the preview. */
const linkToStep = (step: number, part: string) => ({
  to: { search: `?step=${step + 1}` },
  state: { changedPart: part } satisfies WizardLinkState,
})
