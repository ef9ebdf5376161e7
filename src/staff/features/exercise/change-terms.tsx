// When a change takes effect, and whether a new fee holds for accounts that were issued before.

import { useState } from 'react'
import { fieldMessage } from '#kit/http/api-error.ts'
import { Checkbox } from '#kit/ui/inputs/checkbox.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { unfinishedDate } from '#shared/format/local-time.ts'
import { formatCounted } from '#shared/format/numbers.ts'
import type { SettingsChange } from './use-exercise-change.ts'

export function ChangeTerms({ change: { terms, giveTerms, reviewed, reassess, save } }: { change: SettingsChange }) {
  // At an earlier look at this change.
  const [givenBefore] = useState(terms.moment === unfinishedDate ? '' : terms.moment)
  const withoutRrr = reviewed?.unpaid?.withoutRrr ?? 0
  return (
    <>
      <TextInput
        label="When it takes effect"
        hint="Nigerian time. Leave it empty for at once."
        type="datetime-local"
        optional
        defaultValue={givenBefore}
        // Uncontrolled: a control with half a date has no value, and setting one would clear what is typed.
        error={describeMomentError(reassess.error ?? save.thrown)}
        onBlur={({ target }) => {
          const moment = target.validity.badInput ? unfinishedDate : target.value
          if (moment !== terms.moment) giveTerms({ ...terms, moment })
        }}
      />
      {withoutRrr > 0 && (
        <Checkbox
          label={`Also for the ${formatCounted(withoutRrr, 'unpaid account')} without an open RRR`}
          checked={terms.applyToUnpaid}
          onChange={({ target }) => giveTerms({ ...terms, applyToUnpaid: target.checked })}
        />
      )}
    </>
  )
}

/** The server's message goes on from the name of the setting. */
function describeMomentError(error: unknown): string | undefined {
  const message = fieldMessage(error, 'effectiveAt')
  if (message === undefined) return undefined
  return message.includes('zone') ? 'Enter the whole date and time, or clear all of it.' : `The moment ${message}.`
}
