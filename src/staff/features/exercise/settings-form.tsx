import { type ReactNode, useMemo, useState } from 'react'
import { ApiError, describeFailure } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { ErrorSummary } from '#kit/ui/feedback/error-summary.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Textarea } from '#kit/ui/inputs/textarea.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FormError, FormStack } from '#kit/ui/layout/form-stack.tsx'
import type { ExerciseDetails } from '#shared/api/staff/exercises.ts'
import { getLabel } from '#shared/format/labels.ts'
import { unfinishedDate } from '#shared/format/local-time.ts'
import { contactTitle } from '#shared/format/registry-contact.ts'
import { contactLimits } from '#shared/policy/limits.ts'
import { maxSettingText } from '#shared/staff/exercise-settings.ts'
import { FormColumns } from '#staff/entities/form-columns/form-columns.tsx'
import {
  findSettingOfPath,
  type SettingChanges,
  type SettingName,
  settingLabels,
  shortlistOptions,
  statusOptions,
  type TypedSettings,
  toChanges,
  toTyped,
} from './settings.ts'
import styles from './settings-page.module.css'
import type { SettingsChange } from './use-exercise-change.ts'

/** Of all lines. */
const criteriaLength = 2_000

type Edits = Partial<TypedSettings>

interface Props {
  exercise: ExerciseDetails
  edits: Edits
  onEdit: (edits: Edits) => void
  preview: SettingsChange['preview']
}

export function SettingsForm({ exercise: { settings }, edits, onEdit, preview }: Props) {
  const [isUnchanged, setUnchanged] = useState(false)
  const typed = { ...toTyped(settings), ...edits }
  const errors = listFieldErrors(preview.error)
  // The summary takes the focus for new errors, and must not while somebody types.
  const summary = useMemo(
    () => Object.entries(listFieldErrors(preview.error)).map(([field, message]) => ({ field, message })),
    [preview.error],
  )

  function submit() {
    const changes: SettingChanges = toChanges(settings, edits)
    const hasChanges = Object.keys(changes).length > 0
    setUnchanged(!hasChanges)
    if (hasChanges) void preview.run(changes)
  }

  function discard() {
    onEdit({})
    setUnchanged(false)
    preview.clearError()
  }

  return (
    <Card>
      <FormStack onSubmit={submit}>
        <ErrorSummary errors={summary} />
        <FormError>
          {preview.error && Object.keys(errors).length === 0 ? describeFailure(preview.error) : null}
        </FormError>
        {isUnchanged && (
          <Banner tone="info" role="status">
            Nothing is changed yet. Change a setting first.
          </Banner>
        )}
        <SettingFields
          stored={toTyped(settings).deadline}
          typed={typed}
          errors={errors}
          onType={(name, text) => onEdit({ ...edits, [name]: text })}
        />
        <Actions>
          <Button type="submit" busy={preview.isPending}>
            Review changes
          </Button>
          {Object.keys(edits).length > 0 && (
            <Button variant="quiet" type="reset" onClick={discard}>
              Discard what I typed
            </Button>
          )}
        </Actions>
      </FormStack>
    </Card>
  )
}

interface FieldsProps {
  /** The deadline below what is typed. */
  stored: string
  typed: TypedSettings
  errors: Partial<Record<SettingName, string>>
  onType: (name: SettingName, text: string) => void
}

function SettingFields({ stored, typed, errors, onType }: FieldsProps) {
  const bind = (name: SettingName) => ({
    id: name,
    label: settingLabels[name],
    value: typed[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement }) =>
      onType(name, target.value),
  })

  function readDeadline({ value, validity }: HTMLInputElement) {
    const deadline = validity.badInput ? unfinishedDate : value
    if (deadline !== typed.deadline) onType('deadline', deadline)
  }

  const hasError = (...names: SettingName[]) => names.some((name) => errors[name] !== undefined)

  return (
    <FormColumns>
      <fieldset className={styles.group}>
        <legend>Applications</legend>
        <Select
          {...bind('status')}
          hint="What the public pages say. Applicants can pay and submit either way: the deadline alone ends that."
          options={statusOptions}
        />
        <TextInput
          // That of somebody else, once it is known, is not left behind the former one.
          key={stored}
          {...bind('deadline')}
          // Uncontrolled: a control with half a date has no value, and setting one would clear what is typed.
          value={undefined}
          defaultValue={typed.deadline === unfinishedDate ? '' : typed.deadline}
          onChange={({ target }) => readDeadline(target)}
          // A part that is typed into an empty control changes no value.
          onBlur={({ target }) => readDeadline(target)}
          // Submits the form without leaving the control.
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && readDeadline(currentTarget)}
          type="datetime-local"
          hint="Nigerian time. Nothing can be submitted after it. Leave it empty for no deadline."
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Money</legend>
        <TextInput
          {...bind('fee')}
          inputMode="decimal"
          hint="In naira, for accounts that are issued from now on. Others keep theirs."
        />
        <TextInput {...bind('charge')} inputMode="decimal" hint="In naira, on top of the fee." />
      </fieldset>
      <FoldedGroup
        title="Names"
        says={[typed.institution, typed.shortName, typed.title]}
        isOpen={hasError('institution', 'shortName', 'title')}
      >
        <TextInput {...bind('institution')} maxLength={maxSettingText} />
        <TextInput
          {...bind('shortName')}
          hint="On the slips and where there is little room."
          maxLength={maxSettingText}
        />
        <TextInput {...bind('title')} maxLength={maxSettingText} />
      </FoldedGroup>
      <FoldedGroup
        title="Review"
        says={[getLabel(shortlistOptions, typed.shortlistReviews)]}
        isOpen={hasError('shortlistReviews')}
      >
        <Select
          {...bind('shortlistReviews')}
          hint="A rejection always needs two persons. The second reviewer sees the first verdict after recording their own."
          options={shortlistOptions}
        />
      </FoldedGroup>
      <FoldedGroup title="Interviews" says={typed.scoreCriteria.split('\n')} isOpen={hasError('scoreCriteria')}>
        <Textarea
          {...bind('scoreCriteria')}
          hint="One in each line, with its highest score after a colon. It stays as it is once a score sheet is handed in."
          maxLength={criteriaLength}
          rows={6}
        />
      </FoldedGroup>
      <FoldedGroup
        title={contactTitle}
        says={[...typed.contactAddress.split('\n'), typed.contactPhone, typed.contactHours]}
        isOpen={hasError('contactAddress', 'contactPhone', 'contactHours')}
      >
        <Textarea
          {...bind('contactAddress')}
          hint="Line by line, as on an envelope. Leave a field empty to hide it."
          maxLength={contactLimits.addressLines * (contactLimits.addressLine + 1)}
          rows={4}
          optional
        />
        <TextInput {...bind('contactPhone')} type="tel" maxLength={contactLimits.phone} optional />
        <TextInput
          {...bind('contactHours')}
          hint="Such as “Monday to Friday, 9 am to 4 pm”."
          maxLength={contactLimits.hours}
          optional
        />
      </FoldedGroup>
      <FoldedGroup
        title="Vendor of the portal"
        says={[typed.vendorName, typed.vendorUrl]}
        isOpen={hasError('vendorName', 'vendorUrl')}
      >
        <TextInput {...bind('vendorName')} maxLength={maxSettingText} />
        <TextInput {...bind('vendorUrl')} type="url" inputMode="url" optional />
      </FoldedGroup>
    </FormColumns>
  )
}

interface FoldedGroupProps {
  title: string
  /** Its settings, shown while it is folded. */
  says: readonly string[]
  isOpen: boolean
  children: ReactNode
}

/** What is set once a year shows its values, and opens by a click or for an error. */
const FoldedGroup = ({ title, says, isOpen, children }: FoldedGroupProps) => (
  <details className={styles.folded} open={isOpen}>
    <summary>
      <span className={styles.title}>{title}</span>
      <span className={styles.says}>{says.filter(Boolean).join(', ') || 'Not shown'}</span>
    </summary>
    <fieldset className={styles.group} aria-label={title}>
      {children}
    </fieldset>
  </details>
)

/** By field. The server's messages go on from the name of the setting, as the command prints them. */
function listFieldErrors(error: unknown): Partial<Record<SettingName, string>> {
  if (!(error instanceof ApiError)) return {}
  const found: Partial<Record<SettingName, string>> = {}
  for (const { path, message } of error.errors) {
    const name = findSettingOfPath(path)
    if (!name) continue
    found[name] =
      name === 'deadline' ? 'Enter the whole date and time, or clear all of it.' : `${settingLabels[name]} ${message}.`
  }
  return found
}
